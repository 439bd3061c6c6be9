import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type Button,
  type ChannelAdapter,
  ChannelFault,
  type Incoming,
  type Listening,
  type Outgoing,
  SendRefused,
  type Target,
} from "../port.ts";
import { type ApiAnswer, callApi } from "./json-api.ts";
import { JsonSocket } from "./json-socket.ts";
import { type SeenChat, SeenChats } from "./seen-chats.ts";

/** Messages of servers and direct ones. The text of those that mention the bot is delivered without the privileged intent for content. */
const intents = (1 << 9) | (1 << 12);
/**
 * Close codes after which connecting again changes nothing: a wrong token, and what this program asks for. Source: "Gateway Close Event Codes"
 * in developers/topics/opcodes-and-status-codes of github.com/discord/discord-api-docs, as for all codes and numbers here that name no other.
 */
const wrongToken = 4004;
const refusedCodes: ReadonlySet<number> = new Set([4010, 4011, 4012, 4013, 4014]);
/** Discord answers no program whose name has another form. */
const agent = "DiscordBot (http://127.0.0.1, 1)";
/** Messages that one question for missed ones brings at most ("Get Channel Messages"), and questions about one chat. */
const mostMissed = 100;
const mostPages = 10;
/** DEFAULT and REPLY ("Message Types"): the others report pins, joins, threads and the like, some with text in their content. */
const writtenTypes: ReadonlySet<number> = new Set([0, 19]);
/** "Unknown message": that one is gone, not its chat. */
const unknownMessage = 10008;

const Op = z.looseObject({
  op: z.int(),
  d: z.unknown().optional(),
  s: z.int().nullish(),
  t: z.string().nullish(),
});
const User = z.looseObject({ id: z.string(), bot: z.boolean().optional() });
const Message = z.looseObject({
  id: z.string(),
  type: z.int(),
  channel_id: z.string(),
  guild_id: z.string().optional(),
  webhook_id: z.string().optional(),
  author: User,
  content: z.string(),
  mentions: z.array(User).optional(),
  attachments: z.array(z.looseObject({ filename: z.string().optional() })).optional(),
});
type Message = z.infer<typeof Message>;
const Interaction = z.looseObject({
  id: z.string(),
  token: z.string(),
  type: z.int(),
  channel_id: z.string().optional(),
  guild_id: z.string().optional(),
  user: User.optional(),
  member: z.looseObject({ user: User }).optional(),
  data: z.looseObject({ custom_id: z.string().optional() }).optional(),
});
const Place = z.looseObject({
  url: z.string(),
  session_start_limit: z.looseObject({ remaining: z.int(), reset_after: z.number() }).optional(),
});
const Refused = z.looseObject({
  message: z.string().optional(),
  code: z.int().optional(),
  retry_after: z.number().optional(),
});
const Named = z.looseObject({ id: z.string() });

/**
 * Discord's gateway (version 10, JSON) and its HTTP API, as far as words and buttons need them. A direct chat is called like its sender. A
 * connection is never resumed: what was missed is asked for by the id of the newest message of each chat. Not tried against Discord itself.
 */
export class DiscordAdapter implements ChannelAdapter {
  /** 2,000 characters ("Create Message"), less a fence around code. */
  readonly limits = { unit: "utf16", count: 1_980 } as const;
  readonly keepsMessages = true;
  readonly sendsOnce = true;
  /** A token is reset after a thousand in a day (developers/events/gateway, "Identifying"). */
  readonly dailyConnections = 100;
  readonly #base: string;
  readonly #token: string;
  readonly #direct = new Map<string, string>();
  #me = "";

  constructor({ token, url = "https://discord.com/api/v10" }: { token: string; url?: string }) {
    this.#token = token;
    this.#base = url.replace(/\/$/, "");
  }

  async listen({ cursor, signal, up, take }: Listening): Promise<void> {
    const seen = new SeenChats(cursor);
    const place = Place.parse(await this.#call("GET", "/gateway/bot", { signal }));
    // One more than are left ends in a new token ("Session Start Limit").
    if (place.session_start_limit?.remaining === 0)
      throw new ChannelFault("no session starts are left", {
        afterMs: place.session_start_limit.reset_after,
      });
    const socket = await JsonSocket.open(`${place.url}/?v=10&encoding=json`, signal);
    let sequence: number | null = null;
    let acknowledged = true;
    let beating: NodeJS.Timeout | undefined;
    const beat = () => {
      // A connection that does not acknowledge is dead, whatever the system reports.
      if (!acknowledged) return socket.close();
      acknowledged = false;
      socket.send({ op: 1, d: sequence });
    };
    const takeMessage = async (message: Message) => {
      const incoming = this.#incoming(message);
      if (!incoming) return;
      await take([incoming], () => seen.note(message.channel_id, incoming.from.kind, message.id));
    };
    try {
      for await (const given of socket.messages()) {
        const { op, d, s, t } = Op.parse(given);
        sequence = s ?? sequence;
        if (op === 10) {
          const { heartbeat_interval: every } = z.looseObject({ heartbeat_interval: z.number() }).parse(d);
          // The first one after a part of it by chance ("Heartbeat Interval").
          beating = setTimeout(() => {
            beating = setInterval(beat, every);
            beat();
          }, every * Math.random());
          const properties = { os: process.platform, browser: "kestrel", device: "kestrel" };
          socket.send({ op: 2, d: { token: this.#token, intents, properties } });
        } else if (op === 1) socket.send({ op: 1, d: sequence });
        else if (op === 11) acknowledged = true;
        else if (op === 7 || op === 9) break;
        else if (op === 0 && t === "READY") {
          this.#me = z.looseObject({ user: User }).parse(d).user.id;
          up();
          for (const chat of seen.list())
            for (const message of await this.#missed(chat, signal)) await takeMessage(message);
        } else if (op === 0 && t === "MESSAGE_CREATE") {
          const message = Message.safeParse(d).data;
          if (message) await takeMessage(message);
        } else if (op === 0 && t === "INTERACTION_CREATE") {
          const press = this.#press(d);
          if (press) await take([press], undefined);
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      clearInterval(beating);
      socket.close();
    }
    if (signal.aborted) return;
    const { code = 0 } = socket;
    if (code === wrongToken) throw new ChannelFault("4004 Authentication failed", { park: "auth" });
    if (refusedCodes.has(code)) throw new ChannelFault(`Discord closed with ${code}`, { park: "refused" });
    throw new ChannelFault(`the connection ended (${code})`);
  }

  async send(target: Target, message: Outgoing, key: string): Promise<string | undefined> {
    // The same nonce within minutes is one message; 25 characters at most.
    const nonce = createHash("sha256").update(key).digest("hex").slice(0, 25);
    return this.#post(target, { ...worded(message), nonce, enforce_nonce: true });
  }

  async ask(target: Target, message: Outgoing, buttons: readonly Button[]): Promise<string | undefined> {
    const row = buttons.map(({ text, data }, index) => ({
      ...{ type: 2, style: index === 0 ? 3 : 4, label: text.slice(0, 80), custom_id: data },
    }));
    return this.#post(target, { ...worded(message), components: [{ type: 1, components: row }] });
  }

  async edit(target: Target, id: string, message: Outgoing): Promise<void> {
    const place = await this.#placeOf(target);
    await this.#refusing("PATCH", `/channels/${place}/messages/${id}`, {
      ...worded(message),
      components: [],
    });
  }

  async typing(target: Target): Promise<void> {
    const sign = this.#placeOf(target).then((place) => this.#call("POST", `/channels/${place}/typing`));
    await sign.catch(() => undefined); // expected: only a sign
  }

  async acknowledge(pressId: string, words: string): Promise<void> {
    const data = { content: words.slice(0, 2_000), flags: 64, allowed_mentions: { parse: [] } };
    const answer = this.#call("POST", `/interactions/${pressId}/callback`, { body: { type: 4, data } });
    await answer.catch(() => undefined); // expected: an interaction is answered within three seconds or never
  }

  async #missed({ chat, kind, last }: SeenChat, signal: AbortSignal): Promise<Message[]> {
    const missed: Message[] = [];
    let after = last;
    for (let page = 0; page < mostPages; page++) {
      const path = `/channels/${chat}/messages?after=${after}&limit=${mostMissed}`;
      const answer = await this.#ask("GET", path, { signal });
      // A chat that is gone has missed nothing.
      if (answer.status === 403 || answer.status === 404) break;
      const given = z.array(Named).parse(this.#bodyOf(answer));
      const found = given.flatMap((one) => Message.safeParse(one).data ?? []);
      // Newest first, and without the server's id.
      const guild_id = kind === "group" ? "-" : undefined;
      missed.push(...found.reverse().map((message) => ({ ...message, guild_id })));
      after = given[0]?.id ?? after;
      if (given.length < mostMissed) break;
    }
    return missed;
  }

  #incoming({ id, type, channel_id, guild_id, webhook_id, author, content, mentions, attachments }: Message) {
    if (!writtenTypes.has(type)) return undefined;
    const group = guild_id !== undefined;
    if (!group && author.bot !== true) this.#direct.set(author.id, channel_id);
    const files = (attachments ?? []).map(({ filename }) => filename ?? "file");
    if (content === "" && files.length === 0) return undefined;
    const own = new RegExp(`<@!?${this.#me}>`, "g");
    const incoming: Incoming = {
      key: id,
      from: group ? { chat: channel_id, kind: "group" } : { chat: author.id, kind: "direct" },
      sender: author.id,
      vouched: true,
      automatic: author.bot === true || webhook_id !== undefined || author.id === this.#me,
      mentioned: mentions?.some((one) => one.id === this.#me) ?? false,
      text: content.replaceAll(own, "").trim() || content,
      ...(files.length > 0 && { files }),
    };
    return incoming;
  }

  #press(given: unknown): Incoming | undefined {
    const parsed = Interaction.safeParse(given).data;
    const user = parsed?.user ?? parsed?.member?.user;
    const data = parsed?.data?.custom_id;
    // 3: a button of a message.
    if (!parsed || parsed.type !== 3 || !user || data === undefined) return undefined;
    const { id, token, channel_id = "", guild_id } = parsed;
    return {
      key: id,
      from: guild_id === undefined ? { chat: user.id, kind: "direct" } : { chat: channel_id, kind: "group" },
      sender: user.id,
      vouched: true,
      automatic: user.bot === true,
      text: "",
      press: { id: `${id}/${token}`, data },
    };
  }

  /** The channel of a direct chat is opened by the id of its person; there is one. */
  async #placeOf({ chat, kind }: Target): Promise<string> {
    if (kind === "group") return chat;
    const known = this.#direct.get(chat);
    if (known !== undefined) return known;
    const opened = Named.parse(await this.#refusing("POST", "/users/@me/channels", { recipient_id: chat }));
    this.#direct.set(chat, opened.id);
    return opened.id;
  }

  async #post(target: Target, body: object): Promise<string | undefined> {
    const place = await this.#placeOf(target);
    return Named.parse(await this.#refusing("POST", `/channels/${place}/messages`, body)).id;
  }

  /** As `#call`, where a refusal is one of the message. */
  async #refusing(method: string, path: string, body: object): Promise<unknown> {
    const answer = await this.#ask(method, path, { body });
    const { message = "", code } = Refused.safeParse(answer.body).data ?? {};
    const why = `${answer.status} ${message}`;
    if (answer.status === 403 || answer.status === 404)
      throw new SendRefused(why, { gone: code !== unknownMessage });
    if (answer.status === 400) throw new SendRefused(why);
    return this.#bodyOf(answer);
  }

  async #call(method: string, path: string, more: { body?: object; signal?: AbortSignal } = {}) {
    return this.#bodyOf(await this.#ask(method, path, more));
  }

  #ask(method: string, path: string, more: { body?: object; signal?: AbortSignal }): Promise<ApiAnswer> {
    return callApi(`${this.#base}${path}`, `Bot ${this.#token}`, { method, agent, ...more });
  }

  #bodyOf({ status, body, retryAfterMs }: ApiAnswer): unknown {
    if (status >= 200 && status < 300) return body;
    const { message = "", retry_after } = Refused.safeParse(body).data ?? {};
    const afterMs = retry_after === undefined ? retryAfterMs : retry_after * 1_000;
    throw new ChannelFault(`${status} ${message}`.slice(0, 300), {
      ...(status === 401 && { park: "auth" as const }),
      ...(status === 429 && { afterMs: afterMs ?? 1_000 }),
    });
  }
}

/** Mentions are disabled, addresses get no preview, and code is sent as it is: a fence inside it is escaped. */
function worded({ text, code }: Outgoing) {
  const fenced = code && !text.includes("```");
  const content = fenced
    ? `\`\`\`\n${text}\n\`\`\``
    : code
      ? text.replaceAll(/[\\*_~`|>#[\]()-]/g, "\\$&")
      : text;
  return { content, allowed_mentions: { parse: [] }, flags: 4 };
}
