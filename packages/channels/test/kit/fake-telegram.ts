import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

type Call = { method: string; body: Record<string, unknown> };
type Refusal = { status: number; description: string; retry_after?: number };

const token = "412587349:AAH-secret-of-a-bot";

/**
 * The Bot API as its documentation describes it (https://core.telegram.org/bots/api), on a port of this machine: updates are kept until a
 * higher offset confirms them, one poller at a time, texts of at most 4,096 UTF-16 units, an edit of the same words refused.
 */
export class FakeTelegram {
  readonly calls: Call[] = [];
  readonly token = token;
  readonly texts = new Map<number, { chat: string; text: string }>();
  #updates: { update_id: number }[] = [];
  #nextUpdate = 1000;
  #nextMessage = 1;
  #poll: (() => void) | undefined;
  #listeners = new Set<() => void>();
  readonly #open = new Set<ServerResponse>();
  #refusals: { method: string; refusal: Refusal }[] = [];
  /** Words whose messages fail for ever, with an error that says nothing. */
  failing: string | undefined;
  /** Whether it cannot be reached, and which methods were called meanwhile. */
  away = false;
  readonly missed: string[] = [];
  url = "";

  static async start(): Promise<FakeTelegram> {
    const fake = new FakeTelegram();
    const server = createServer((request, response) => {
      fake.#open.add(response);
      response.once("close", () => fake.#open.delete(response));
      let body = "";
      request.on("data", (piece: Buffer) => {
        body += piece.toString();
      });
      request.on("end", () => fake.#answer(request.url ?? "", JSON.parse(body || "{}"), response));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return fake;
  }

  /** A message in a direct chat, or whatever `more` says. Returns the number of its update. */
  says(from: number, text: string, more: Record<string, unknown> = {}): number {
    return this.update({
      message: {
        message_id: this.#nextMessage++,
        from: { id: from, is_bot: false, first_name: "Ada" },
        chat: { id: from, type: "private" },
        date: 1,
        text,
        ...more,
      },
    });
  }

  presses(from: number, data: string, chat: Record<string, unknown> = { id: from, type: "private" }): number {
    return this.update({
      callback_query: {
        id: String(this.#nextUpdate),
        from: { id: from, is_bot: false },
        data,
        message: { message_id: 1, date: 1, chat },
      },
    });
  }

  update(body: Record<string, unknown>): number {
    const update_id = this.#nextUpdate++;
    this.#updates.push({ update_id, ...body });
    this.#poll?.();
    return update_id;
  }

  /** It cannot be reached any more, and who listens is cut off. */
  leaves(): void {
    this.away = true;
    for (const connection of this.#open) connection.destroy();
  }

  /** The next call of a method is refused so. */
  refuses(method: string, refusal: Refusal): void {
    this.#refusals.push({ method, refusal });
  }

  called(method: string): Record<string, unknown>[] {
    return this.calls.filter((call) => call.method === method).map(({ body }) => body);
  }

  /** What stands in a chat by now, in order. */
  shown(chat: number): string[] {
    return [...this.texts.values()].filter((one) => one.chat === String(chat)).map(({ text }) => text);
  }

  /** What was sent or changed, beside listening. */
  spoke(): Call[] {
    return this.calls.filter(({ method }) => method !== "getUpdates" && method !== "getMe");
  }

  /** Resolves when it holds; it is asked after every call. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#listeners.add(resolve));
  }

  #answer(url: string, body: Record<string, unknown>, response: ServerResponse): void {
    const [, given = "", method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(url) ?? [];
    const fail = ({ status, description, retry_after }: Refusal) =>
      reply(response, status, {
        ok: false,
        error_code: status,
        description,
        ...(retry_after !== undefined && { parameters: { retry_after } }),
      });
    if (this.away) {
      this.missed.push(method);
      response.destroy();
      return;
    }
    if (given !== token) return void fail({ status: 401, description: "Unauthorized" });
    this.calls.push({ method, body });
    const at = this.#refusals.findIndex((one) => one.method === method);
    if (at >= 0) {
      const [one] = this.#refusals.splice(at, 1);
      if (one) fail(one.refusal);
      this.#wake();
      return;
    }
    if (this.failing !== undefined && String(body.text).includes(this.failing)) {
      fail({ status: 460, description: "Unknown Error" });
      this.#wake();
      return;
    }
    const ok = (result: unknown) => reply(response, 200, { ok: true, result });
    switch (method) {
      case "getMe":
        ok({ id: 7, is_bot: true, username: "kestrel_bot" });
        break;
      case "getUpdates": {
        const offset = Number(body.offset ?? 0);
        this.#updates = this.#updates.filter(({ update_id }) => update_id >= offset);
        const give = () => {
          this.#poll = undefined;
          ok(this.#updates);
        };
        if (this.#updates.length > 0) give();
        else {
          this.#poll = give;
          response.once("close", () => {
            if (this.#poll === give) this.#poll = undefined;
          });
        }
        break;
      }
      case "sendMessage": {
        const text = String(body.text ?? "");
        if (text.length > 4_096)
          return void fail({ status: 400, description: "Bad Request: message is too long" });
        if (text.trim() === "")
          return void fail({ status: 400, description: "Bad Request: message text is empty" });
        const message_id = 100_000 + this.#nextMessage++;
        this.texts.set(message_id, { chat: String(body.chat_id), text });
        ok({ message_id, date: 1, chat: { id: body.chat_id } });
        break;
      }
      case "editMessageText": {
        const known = this.texts.get(Number(body.message_id));
        if (!known) return void fail({ status: 400, description: "Bad Request: message to edit not found" });
        if (known.text === body.text)
          return void fail({ status: 400, description: "Bad Request: message is not modified" });
        known.text = String(body.text);
        ok(true);
        break;
      }
      default:
        ok(true);
    }
    this.#wake();
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
