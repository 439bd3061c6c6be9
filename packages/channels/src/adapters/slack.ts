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
import { callApi } from "./json-api.ts";
import { JsonSocket } from "./json-socket.ts";
import { type SeenChat, SeenChats } from "./seen-chats.ts";

/** Messages that one question for missed ones brings; Slack takes up to 999 (`conversations.history`). Questions about one chat. */
const mostMissed = 100;
const mostPages = 10;
/** No sign of the connection for so long: it is dead. `serverPingTimeout` of @slack/socket-mode. */
const quietMs = 30_000;

const Event = z.looseObject({
  type: z.string(),
  subtype: z.string().optional(),
  channel: z.string(),
  channel_type: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  text: z.string().optional(),
  ts: z.string(),
  thread_ts: z.string().optional(),
  files: z.array(z.looseObject({ name: z.string().nullish() })).optional(),
});
type Event = z.infer<typeof Event>;
/** Subtypes of messages that a person wrote (events in packages/types of github.com/slackapi/node-slack-sdk). */
const writtenSubtypes: ReadonlySet<string | undefined> = new Set([
  undefined,
  "file_share",
  "me_message",
  "thread_broadcast",
]);
const Envelope = z.looseObject({
  type: z.string(),
  reason: z.string().optional(),
  envelope_id: z.string().optional(),
  payload: z.unknown().optional(),
});
const Pressed = z.looseObject({
  type: z.literal("block_actions"),
  user: z.looseObject({ id: z.string() }),
  channel: z.looseObject({ id: z.string() }),
  actions: z.array(z.looseObject({ value: z.string().optional(), action_ts: z.string().optional() })),
});
const Answer = z.looseObject({ ok: z.boolean(), error: z.string().optional() });
const History = z.looseObject({
  messages: z.array(z.looseObject({ ts: z.string() })),
  response_metadata: z.looseObject({ next_cursor: z.string().optional() }).nullish(),
});

/**
 * Errors after which a call is refused for ever: the key, the app, the chat. Source: the errors of each method at docs.slack.dev/reference/methods,
 * and `UnrecoverableSocketModeStartError` of @slack/socket-mode.
 */
const keyErrors = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "user_removed_from_team",
  "team_disabled",
]);
const scopeErrors = new Set(["missing_scope", "not_allowed_token_type"]);
const goneErrors = new Set([
  "access_denied",
  "channel_is_limited_access",
  "channel_not_found",
  "ekm_access_denied",
  "is_archived",
  "is_inactive",
  "messages_tab_disabled",
  // "Make sure your app is a member of the conversation".
  "no_permission",
  "not_in_channel",
  "restricted_action",
  "restricted_action_read_only_channel",
  "user_disabled",
  "user_not_found",
  "user_not_visible",
]);
/** Errors that pass. Any other is one of the message: the same again would be refused for ever. */
const passingErrors = new Set([
  "",
  "accesslimited",
  "fatal_error",
  "internal_error",
  "message_limit_exceeded",
  "org_login_required",
  "rate_limited",
  "ratelimited",
  "request_timeout",
  "service_unavailable",
  "team_added_to_org",
]);

/**
 * Slack's Socket Mode and eight methods of its Web API. It takes two tokens: `xapp-…` opens the connection, `xoxb-…` does the rest. A sender is
 * `TEAM:USER`, and so is a direct chat called. What comes is acknowledged when it is on the disk; what was missed is asked for by the time of
 * the newest message of each chat. Not tried against Slack itself.
 */
export class SlackAdapter implements ChannelAdapter {
  /** Of one message. Slack takes 40,000 characters of text and 3,000 of a section's; the errors `msg_too_long` and `msg_blocks_too_long` are beyond. */
  readonly limits = { unit: "utf16", count: 3_000 } as const;
  readonly keepsMessages = true;
  readonly sendsOnce = false;
  readonly #base: string;
  readonly #app: string;
  readonly #bot: string;
  readonly #direct = new Map<string, string>();
  readonly #quietMs: number;
  #me = "";
  #team = "";

  /** `secret`: both tokens, with a blank between them. */
  constructor({
    secret,
    url = "https://slack.com/api",
    quiet = quietMs,
  }: {
    secret: string;
    url?: string;
    quiet?: number;
  }) {
    this.#quietMs = quiet;
    const tokens = secret.split(/\s+/);
    this.#app = tokens.find((token) => token.startsWith("xapp-")) ?? "";
    this.#bot = tokens.find((token) => token.startsWith("xoxb-")) ?? "";
    this.#base = url.replace(/\/$/, "");
  }

  async listen({ cursor, signal, up, take }: Listening): Promise<void> {
    if (this.#app === "" || this.#bot === "")
      throw new ChannelFault("two tokens are needed: xapp-… xoxb-…", { park: "auth" });
    const seen = new SeenChats(cursor);
    const self = z
      .looseObject({ user_id: z.string(), team_id: z.string() })
      .parse(await this.#call("auth.test", {}, { signal }));
    this.#me = self.user_id;
    this.#team = self.team_id;
    const place = await this.#call("apps.connections.open", {}, { signal, token: this.#app });
    const { url } = z.looseObject({ url: z.string() }).parse(place);
    const socket = await JsonSocket.open(url, signal, { quietMs: this.#quietMs });
    let why = "the connection ended";
    const takeEvent = async (event: Event) => {
      const incoming = this.#incoming(event);
      if (incoming) await take([incoming], () => seen.note(event.channel, incoming.from.kind, event.ts));
    };
    try {
      for await (const given of socket.messages()) {
        const { type, reason = "", envelope_id, payload } = Envelope.parse(given);
        if (type === "hello") {
          up();
          for (const chat of seen.list())
            for (const event of await this.#missed(chat, signal)) await takeEvent(event);
        } else if (type === "disconnect") {
          why = `Slack closes the connection: ${reason.slice(0, 100)}`;
          break;
        } else if (type === "events_api") {
          const event = z.looseObject({ event: Event }).safeParse(payload).data?.event;
          if (event) await takeEvent(event);
        } else if (type === "interactive") {
          const press = this.#press(payload);
          if (press) await take([press], undefined);
        }
        // An unacknowledged event is sent again after three seconds and then recognized as a repeat.
        if (envelope_id !== undefined) socket.send({ envelope_id });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      socket.close();
    }
    if (!signal.aborted) throw new ChannelFault(why);
  }

  async send(target: Target, message: Outgoing): Promise<string | undefined> {
    return this.#post(target, worded(message));
  }

  async ask(target: Target, message: Outgoing, buttons: readonly Button[]): Promise<string | undefined> {
    const elements = buttons.map(({ text, data }, index) => ({
      ...{ type: "button", action_id: `b${index}`, value: data },
      text: { type: "plain_text", text: text.slice(0, 75), emoji: false },
    }));
    const { text, blocks = [] } = worded({ ...message, code: true });
    return this.#post(target, { text, blocks: [...blocks, { type: "actions", elements }] });
  }

  async edit(target: Target, id: string, message: Outgoing): Promise<void> {
    const { text, blocks = [] } = worded(message);
    await this.#sending("chat.update", { channel: await this.#placeOf(target), ts: id, text, blocks });
  }

  async acknowledge(pressId: string, text: string): Promise<void> {
    const [channel = "", user = ""] = pressId.split("/");
    const told = this.#call("chat.postEphemeral", { channel, user, text: escaped(text) });
    await told.catch(() => undefined); // expected: only a sign
  }

  async #missed({ chat, kind, last }: SeenChat, signal: AbortSignal): Promise<Event[]> {
    const wish = { channel: chat, oldest: last, inclusive: false, limit: mostMissed };
    const channel_type = kind === "direct" ? "im" : "channel";
    const missed: Event[] = [];
    let cursor = "";
    for (let page = 0; page < mostPages; page++) {
      const body = { ...wish, ...(cursor !== "" && { cursor }) };
      const answer = await this.#call("conversations.history", body, { signal }).catch((error: unknown) => {
        // A chat that is gone has missed nothing.
        if (error instanceof ApiError && goneErrors.has(error.code)) return { messages: [] };
        throw error;
      });
      const { messages, response_metadata } = History.parse(answer);
      missed.push(
        ...messages.flatMap(
          (message) => Event.safeParse({ ...message, channel: chat, channel_type }).data ?? [],
        ),
      );
      cursor = response_metadata?.next_cursor ?? "";
      if (cursor === "") break;
    }
    return missed.sort((one, other) => Number(one.ts) - Number(other.ts));
  }

  #incoming(event: Event): Incoming | undefined {
    const {
      type,
      subtype,
      channel,
      channel_type,
      user = "",
      bot_id,
      text = "",
      ts,
      thread_ts,
      files = [],
    } = event;
    if (type !== "message" && type !== "app_mention") return undefined;
    // Joins, changes and the like are messages to Slack.
    if (!writtenSubtypes.has(subtype)) return undefined;
    const names = files.map(({ name }) => name ?? "file");
    if (text === "" && names.length === 0) return undefined;
    const sender = user === "" ? "" : `${this.#team}:${user}`;
    const direct = channel_type === "im";
    if (direct && bot_id === undefined) this.#direct.set(sender, channel);
    const own = `<@${this.#me}>`;
    return {
      // A mention arrives as two events of one message.
      key: `${channel}:${ts}`,
      from: {
        ...(direct ? { chat: sender, kind: "direct" } : { chat: channel, kind: "group" }),
        ...(thread_ts !== undefined && { thread: thread_ts }),
      },
      sender,
      vouched: true,
      automatic: bot_id !== undefined || user === this.#me,
      mentioned: text.includes(own),
      text: unescaped(text.replaceAll(own, "").trim() || text),
      ...(names.length > 0 && { files: names }),
    };
  }

  #press(given: unknown): Incoming | undefined {
    const { user, channel, actions = [] } = Pressed.safeParse(given).data ?? {};
    const [{ value = undefined, action_ts = "" } = {}] = actions;
    if (!user || !channel || value === undefined) return undefined;
    const sender = `${this.#team}:${user.id}`;
    const direct = this.#direct.get(sender) === channel.id || channel.id.startsWith("D");
    return {
      key: `press:${channel.id}:${action_ts}`,
      from: direct ? { chat: sender, kind: "direct" } : { chat: channel.id, kind: "group" },
      sender,
      vouched: true,
      text: "",
      press: { id: `${channel.id}/${user.id}`, data: value },
    };
  }

  async #placeOf({ chat, kind }: Target): Promise<string> {
    const known = kind === "group" ? chat : this.#direct.get(chat);
    if (known !== undefined) return known;
    const users = chat.slice(chat.indexOf(":") + 1);
    const opened = await this.#sending("conversations.open", { users });
    const { id } = z.looseObject({ channel: z.looseObject({ id: z.string() }) }).parse(opened).channel;
    this.#direct.set(chat, id);
    return id;
  }

  async #post(target: Target, words: object): Promise<string | undefined> {
    const channel = await this.#placeOf(target);
    const thread = target.thread === undefined ? {} : { thread_ts: target.thread };
    const more = { ...thread, unfurl_links: false, unfurl_media: false };
    const sent = await this.#sending("chat.postMessage", { channel, ...words, ...more });
    return z.looseObject({ ts: z.string() }).parse(sent).ts;
  }

  /** As `#call`, where a refusal may be one of the message. */
  async #sending(method: string, body: object): Promise<unknown> {
    try {
      return await this.#call(method, body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (goneErrors.has(error.code)) throw new SendRefused(error.code, { gone: true });
      if (error.park || passingErrors.has(error.code)) throw error;
      throw new SendRefused(error.code);
    }
  }

  async #call(
    method: string,
    body: object,
    { token = this.#bot, signal }: { token?: string; signal?: AbortSignal } = {},
  ): Promise<unknown> {
    const answer = await callApi(`${this.#base}/${method}`, `Bearer ${token}`, { body, signal });
    const { ok, error = "" } = Answer.safeParse(answer.body).data ?? { ok: false };
    if (ok) return answer.body;
    throw new ApiError(answer.status, error, answer.retryAfterMs);
  }
}

/** What Slack refused. */
class ApiError extends ChannelFault {
  readonly code: string;

  constructor(status: number, code: string, afterMs: number | undefined) {
    const why = keyErrors.has(code) ? "auth" : scopeErrors.has(code) ? "refused" : undefined;
    super(code === "" ? `HTTP ${status}` : code.slice(0, 100), {
      ...(why && { park: why }),
      ...(status === 429 && { afterMs: afterMs ?? 1_000 }),
    });
    this.code = code;
  }
}

/** What Slack reads as marks of its own; everything else of its markup is only looks. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Code is sent in a block without markup; `text` is the notification's text. */
function worded({ text, code }: Outgoing): { text: string; blocks?: object[] } {
  if (!code) return { text: escaped(text) };
  const plain = { type: "rich_text_preformatted", elements: [{ type: "text", text }] };
  return { text: escaped(text), blocks: [{ type: "rich_text", elements: [plain] }] };
}
