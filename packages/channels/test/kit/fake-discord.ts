import type { WebSocket } from "ws";
import { DiscordAdapter } from "../../src/adapters/discord.ts";
import { FakeService } from "./fake-service.ts";

type Kept = { id: string; channel_id: string; author: { id: string; bot?: boolean }; content: string };
type More = { bot?: boolean; group?: string; mentions?: boolean };

/**
 * Discord as its documentation describes it (https://discord.com/developers/docs): Hello, Identify, heartbeats, dispatches, close codes; messages
 * of at most 2,000 characters, one for a nonce, kept and given by `after`; direct channels by their person; interactions that are answered once.
 */
export class FakeDiscord extends FakeService {
  readonly token = "discord-secret";
  readonly me = "900";
  readonly ada = "412587349000000001";
  readonly group = "500";
  readonly kept: Kept[] = [];
  readonly #nonces = new Map<string, Kept>();
  readonly #buttons = new Map<string, { label: string; custom_id: string }[]>();
  /** The close code that an Identify is answered with. */
  closesWith: number | undefined;
  identified = 0;
  #next = 1_000;

  adapter = () => new DiscordAdapter({ token: this.token, url: this.url });

  says(from: string, content: string, { bot, group, mentions }: More = {}): void {
    const id = String(this.#next++);
    const named = mentions ? `<@${this.me}> ${content}` : content;
    const message = {
      id,
      channel_id: group ?? `dm-${from}`,
      author: { id: from, ...(bot && { bot }) },
      content: named,
    };
    this.kept.push(message);
    this.#tell("MESSAGE_CREATE", {
      ...message,
      ...(group && { guild_id: "1" }),
      mentions: mentions ? [{ id: this.me }] : [],
    });
  }

  presses(from: string, label: string): void {
    const buttons = [...this.#buttons.values()].flat();
    const custom_id = buttons.find((button) => button.label === label)?.custom_id;
    const id = String(this.#next++);
    this.#tell("INTERACTION_CREATE", { id, token: "t", type: 3, user: { id: from }, data: { custom_id } });
  }

  shown(from: string): string[] {
    return this.kept
      .filter(({ author, channel_id }) => author.id === this.me && channel_id === `dm-${from}`)
      .map(({ content }) => content);
  }

  spoke(): number {
    return this.calls.filter(({ method }) => method !== "GET").length;
  }

  /** As for an update of Discord's own: every client has to connect anew. */
  asksToReconnect(): void {
    for (const socket of this.sockets) socket.send(JSON.stringify({ op: 7, d: null }));
  }

  #tell(t: string, d: unknown): void {
    for (const socket of this.sockets) socket.send(JSON.stringify({ op: 0, t, s: 5, d }));
  }

  protected opened(socket: WebSocket): void {
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }));
  }

  protected heard(socket: WebSocket, { op, d }: Record<string, unknown>): void {
    if (op === 1) socket.send(JSON.stringify({ op: 11 }));
    if (op !== 2) return;
    this.identified++;
    const { token } = d as { token: string };
    if (this.closesWith !== undefined || token !== this.token) {
      socket.close(this.closesWith ?? 4004);
      return;
    }
    socket.send(JSON.stringify({ op: 0, t: "READY", s: 1, d: { user: { id: this.me }, session_id: "s" } }));
  }

  protected answer(
    { method, path, body }: { method: string; path: string; body: Record<string, unknown> },
    authorization: string,
  ) {
    if (authorization !== `Bot ${this.token}`)
      return { status: 401, body: { message: "401: Unauthorized", code: 0 } };
    if (path === "/gateway/bot") return { status: 200, body: { url: this.url.replace("http", "ws") } };
    if (path === "/users/@me/channels") return { status: 200, body: { id: `dm-${body.recipient_id}` } };
    const [, channel = "", after = ""] = /^\/channels\/([^/]+)\/messages(?:\?after=(\d+))?/.exec(path) ?? [];
    if (method === "GET") {
      const later = this.kept.filter((one) => one.channel_id === channel && Number(one.id) > Number(after));
      return { status: 200, body: later.reverse() };
    }
    const [, edited] = /\/messages\/(\d+)$/.exec(path) ?? [];
    const content = String(body.content ?? "");
    if (content.length > 2_000) return { status: 400, body: { message: "Invalid Form Body", code: 50035 } };
    if (edited !== undefined) {
      const known = this.kept.find(({ id }) => id === edited);
      if (known) known.content = content;
      return { status: 200, body: known };
    }
    if (channel === "") return { status: 204, body: undefined };
    const nonce = String(body.nonce ?? "");
    const again = this.#nonces.get(nonce);
    if (body.enforce_nonce && again) return { status: 200, body: again };
    const message = {
      id: String(this.#next++),
      channel_id: channel,
      author: { id: this.me, bot: true },
      content,
    };
    this.kept.push(message);
    if (nonce !== "") this.#nonces.set(nonce, message);
    const [row] = (body.components ?? []) as { components: { label: string; custom_id: string }[] }[];
    if (row) this.#buttons.set(channel, row.components);
    return { status: 200, body: message };
  }
}
