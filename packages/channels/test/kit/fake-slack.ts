import type { WebSocket } from "ws";
import { SlackAdapter } from "../../src/adapters/slack.ts";
import { FakeService } from "./fake-service.ts";

type Kept = { channel: string; user: string; text: string; ts: string; bot_id?: string };
type More = { bot?: boolean; group?: string; mentions?: boolean; subtype?: string };
type Block = { type: string; elements: { text: { text: string }; value: string }[] };

/**
 * Slack as its documentation describes it (https://docs.slack.dev): Socket Mode with hello, envelopes that come again until they are acknowledged,
 * disconnects; two tokens; every answer 200 with `ok`, but for 429; the errors of each method (github.com/slack-ruby/slack-api-ref); direct channels by their person; `conversations.history`, the newest first.
 */
export class FakeSlack extends FakeService {
  readonly me = "U900";
  readonly ada = "T1:UADA";
  readonly group = "C500";
  readonly kept: Kept[] = [];
  readonly #open = new Map<string, unknown>();
  readonly #buttons = new Map<string, { label: string; value: string }[]>();
  #next = 1_000;

  adapter = () => new SlackAdapter({ secret: "xapp-1-secret xoxb-secret", url: this.url });

  /** The time of a message is its name in its channel: seconds and six more digits. */
  #stamp = () => `${1_700_000_000 + this.#next++}.000100`;

  says(from: string, text: string, { bot, group, mentions, subtype }: More = {}): void {
    const user = from.replace("T1:", "");
    const channel = group ?? `D-${user}`;
    const named = mentions ? `<@${this.me}> ${text}` : text;
    const message = {
      ...{ channel, user, text: named, ts: this.#stamp() },
      ...(bot && { bot_id: "B1" }),
      ...(subtype !== undefined && { subtype }),
    };
    this.kept.push(message);
    const event = { type: "message", channel_type: group ? "channel" : "im", ...message };
    this.#envelope("events_api", { team_id: "T1", event_id: `Ev${this.#next}`, event });
  }

  presses(from: string, label: string): void {
    const user = from.replace("T1:", "");
    const value = [...this.#buttons.values()].flat().find((button) => button.label === label)?.value;
    const actions = [{ value, action_ts: `${this.#next++}.1` }];
    this.#envelope("interactive", {
      ...{ type: "block_actions", actions, user: { id: user, team_id: "T1" }, channel: { id: `D-${user}` } },
    });
  }

  shown(from: string): string[] {
    const channel = `D-${from.replace("T1:", "")}`;
    return this.kept.filter((one) => one.user === this.me && one.channel === channel).map(({ text }) => text);
  }

  spoke(): unknown[] {
    return this.calls.filter(({ path }) => !/auth\.test|connections\.open|history/.test(path));
  }

  asksToReconnect(): void {
    for (const socket of this.sockets)
      socket.send(JSON.stringify({ type: "disconnect", reason: "refresh_requested" }));
  }

  #envelope(type: string, payload: unknown): void {
    const envelope_id = `e${this.#next++}`;
    const message = { type, envelope_id, payload };
    this.#open.set(envelope_id, message);
    for (const socket of this.sockets) socket.send(JSON.stringify(message));
  }

  protected override opened(socket: WebSocket): void {
    socket.send(JSON.stringify({ type: "hello", num_connections: 1, connection_info: { app_id: "A1" } }));
    for (const message of this.#open.values()) socket.send(JSON.stringify(message));
  }

  protected override heard(_: WebSocket, { envelope_id }: Record<string, unknown>): void {
    this.#open.delete(String(envelope_id));
  }

  protected answer({ path, body }: { path: string; body: Record<string, unknown> }, authorization: string) {
    const no = (error: string) => ({ status: 200, body: { ok: false, error } });
    const ok = (more: object) => ({ status: 200, body: { ok: true, ...more } });
    const isApp = path === "/apps.connections.open";
    if (authorization !== `Bearer ${isApp ? "xapp-1-secret" : "xoxb-secret"}`) return no("invalid_auth");
    const channel = String(body.channel ?? "");
    const text = String(body.text ?? "");
    switch (path) {
      case "/apps.connections.open":
        return ok({ url: this.url.replace("http", "ws") });
      case "/auth.test":
        return ok({ user_id: this.me, team_id: "T1" });
      case "/conversations.open":
        return ok({ channel: { id: `D-${body.users}` } });
      case "/conversations.history": {
        const later = this.kept.filter((one) => one.channel === channel && one.ts > String(body.oldest));
        // Those closest to `oldest` come first, each page with its newest first.
        const from = Number(body.cursor ?? 0);
        const next = from + Number(body.limit ?? 100);
        const has_more = next < later.length;
        return ok({
          messages: later
            .slice(from, next)
            .reverse()
            .map((message) => ({ type: "message", ...message })),
          has_more,
          ...(has_more && { response_metadata: { next_cursor: String(next) } }),
        });
      }
      case "/chat.update": {
        const known = this.kept.find(({ ts }) => ts === body.ts);
        if (!known) return no("message_not_found");
        known.text = text;
        return ok({ ts: body.ts });
      }
      case "/chat.postMessage": {
        const blocks = (body.blocks ?? []) as Block[];
        const row = blocks.find(({ type }) => type === "actions")?.elements;
        if (text.length > 40_000) return no("msg_too_long");
        if (text === "" && blocks.length === 0) return no("no_text");
        const isWell = row?.every((one) => one.text.text.length <= 75 && one.value.length <= 2_000) ?? true;
        if (blocks.length > 50 || (row?.length ?? 1) > 25 || row?.length === 0 || !isWell)
          return no("invalid_blocks");
        if (!/^[DC]/.test(channel)) return no("channel_not_found");
        const message = { channel, user: this.me, text, ts: this.#stamp(), bot_id: "B900" };
        this.kept.push(message);
        if (row)
          this.#buttons.set(
            channel,
            row.map((one) => ({ label: one.text.text, value: one.value })),
          );
        return ok({ ts: message.ts });
      }
      default:
        return ok({});
    }
  }
}
