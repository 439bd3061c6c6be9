import type { WebSocket } from "ws";
import { DiscordAdapter } from "../../src/adapters/discord.ts";
import { FakeService } from "./fake-service.ts";

type Kept = {
  id: string;
  type: number;
  channel_id: string;
  author: { id: string; bot?: boolean };
  content: string;
};
type More = { bot?: boolean; group?: string; mentions?: boolean; type?: number };
type Row = { type: number; components: { type: number; label: string; custom_id: string }[] };

/**
 * Discord as its documentation describes it (github.com/discord/discord-api-docs, of 6 August 2026): Hello, Identify, heartbeats, dispatches, close codes; messages
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
  /** Of the session starts of a day. */
  remaining = 1_000;
  #next = 1_000;
  #sequence = 0;
  readonly #pressed = new Map<string, boolean>();

  adapter = () => new DiscordAdapter({ token: this.token, url: this.url });

  says(from: string, content: string, { bot, group, mentions, type = 0 }: More = {}): void {
    const id = String(this.#next++);
    const named = mentions ? `<@${this.me}> ${content}` : content;
    const message = {
      id,
      type,
      channel_id: group ?? `dm-${from}`,
      author: { id: from, ...(bot && { bot }) },
      // Without the intent for it, the words in a server come only where the app is mentioned ("Message Content Intent").
      content: group && !mentions ? "" : named,
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
    this.#pressed.set(id, false);
    const data = { custom_id, component_type: 2 };
    const place = { channel_id: `dm-${from}`, application_id: this.me };
    this.#tell("INTERACTION_CREATE", {
      id,
      token: "t",
      version: 1,
      type: 3,
      user: { id: from },
      ...place,
      data,
    });
  }

  shown(from: string): string[] {
    return this.kept
      .filter(({ author, channel_id }) => author.id === this.me && channel_id === `dm-${from}`)
      .map(({ content }) => content);
  }

  spoke(): unknown[] {
    return this.calls.filter(({ method }) => method !== "GET");
  }

  /** As for an update of Discord's own: every client has to connect anew. */
  asksToReconnect(): void {
    for (const socket of this.sockets) socket.send(JSON.stringify({ op: 7, d: null }));
  }

  #tell(t: string, d: unknown): void {
    const s = ++this.#sequence;
    for (const socket of this.sockets) socket.send(JSON.stringify({ op: 0, t, s, d }));
  }

  protected override opened(socket: WebSocket): void {
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }));
  }

  protected override heard(socket: WebSocket, { op, d }: Record<string, unknown>): void {
    if (op === 1) socket.send(JSON.stringify({ op: 11 }));
    if (op !== 2) return;
    this.identified++;
    this.remaining--;
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
    const no = (status: number, code: number) => ({ status, body: { message: "refused", code } });
    if (path === "/gateway/bot") {
      const session_start_limit = {
        total: 1_000,
        remaining: this.remaining,
        reset_after: 1,
        max_concurrency: 1,
      };
      if (this.remaining === 0) this.remaining = 1_000;
      return { status: 200, body: { url: this.url.replace("http", "ws"), shards: 1, session_start_limit } };
    }
    const [, interaction] = /^\/interactions\/(\d+)\/t\/callback$/.exec(path) ?? [];
    if (interaction !== undefined) {
      const answered = this.#pressed.get(interaction);
      if (answered !== false) return answered ? no(400, 40060) : no(404, 10062);
      this.#pressed.set(interaction, true);
      return { status: 204, body: undefined };
    }
    if (path === "/users/@me/channels") return { status: 200, body: { id: `dm-${body.recipient_id}` } };
    const [, channel = "", after = ""] = /^\/channels\/([^/]+)\/messages(?:\?after=(\d+))?/.exec(path) ?? [];
    if (method === "GET") {
      const later = this.kept.filter((one) => one.channel_id === channel && Number(one.id) > Number(after));
      const limit = Number(new URL(path, this.url).searchParams.get("limit") ?? 50);
      return { status: 200, body: later.slice(0, limit).reverse() };
    }
    const [, edited] = /\/messages\/(\d+)$/.exec(path) ?? [];
    const content = String(body.content ?? "");
    if (content.length > 2_000) return { status: 400, body: { message: "Invalid Form Body", code: 50035 } };
    if (edited !== undefined) {
      const known = this.kept.find(({ id }) => id === edited);
      if (!known) return no(404, 10008);
      known.content = content;
      return { status: 200, body: known };
    }
    if (channel === "") return { status: 204, body: undefined };
    const nonce = String(body.nonce ?? "");
    const rows = (body.components ?? []) as Row[];
    const isWell = ({ type, components }: Row) =>
      type === 1 &&
      components.length >= 1 &&
      components.length <= 5 &&
      components.every(({ label, custom_id }) => label.length <= 80 && /^.{1,100}$/.test(custom_id));
    if (content.trim() === "") return no(400, 50006);
    if (nonce.length > 25 || !rows.every(isWell)) return no(400, 50035);
    const again = this.#nonces.get(nonce);
    if (body.enforce_nonce && again) return { status: 200, body: again };
    const message = {
      id: String(this.#next++),
      type: 0,
      channel_id: channel,
      author: { id: this.me, bot: true },
      content,
    };
    this.kept.push(message);
    if (nonce !== "") this.#nonces.set(nonce, message);
    const [row] = rows;
    if (row) this.#buttons.set(channel, row.components);
    return { status: 200, body: message };
  }
}
