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
import { ask, parsed } from "./json-api.ts";
import { withEntities } from "./telegram-text.ts";

/** Seconds that one `getUpdates` waits for something; the service's own examples use up to 50. */
const pollSeconds = 50;
/** Milliseconds that any other call may take. */
const callMs = 30_000;

const User = z.looseObject({
  id: z.number(),
  is_bot: z.boolean().optional(),
  username: z.string().optional(),
});
const File = z.looseObject({ file_name: z.string().optional() }).optional();
const Message = z.looseObject({
  message_id: z.number(),
  message_thread_id: z.number().optional(),
  is_topic_message: z.boolean().optional(),
  from: User.optional(),
  /** Set for a channel or an anonymous administrator: the message names no person then. */
  sender_chat: z.looseObject({ id: z.number() }).optional(),
  via_bot: User.optional(),
  chat: z.looseObject({ id: z.number(), type: z.string() }),
  text: z.string().optional(),
  caption: z.string().optional(),
  reply_to_message: z.looseObject({ from: User.optional() }).optional(),
  document: File,
  audio: File,
  video: File,
  photo: z.array(z.unknown()).optional(),
  voice: z.unknown().optional(),
});
const Update = z.looseObject({
  update_id: z.number(),
  message: Message.optional(),
  edited_message: Message.optional(),
  callback_query: z
    .looseObject({ id: z.string(), from: User, data: z.string().optional(), message: Message.optional() })
    .optional(),
});
const Sent = z.looseObject({ message_id: z.number() });
const Answer = z.looseObject({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z.looseObject({ retry_after: z.number().optional() }).optional(),
});

/** What Telegram refused. 401 and 404: no such token; 409: another program polls; 429: too fast. */
class ApiError extends Error {
  readonly code: number;
  readonly afterMs: number | undefined;

  constructor(code: number, description: string, afterSeconds: number | undefined) {
    super(`${code} ${description}`);
    this.code = code;
    this.afterMs = afterSeconds === undefined ? undefined : afterSeconds * 1_000;
  }
}

/**
 * Telegram's Bot API by long polling: eight of its methods. Its limits: 4,096 UTF-16 units a message, about one message a
 * second in a chat, 64 bytes of data on a button.
 */
export class TelegramAdapter implements ChannelAdapter {
  readonly limits = { unit: "utf16", count: 4_096 } as const;
  readonly keepsMessages = true;
  readonly sendsOnce = false;
  readonly #base: string;
  readonly #token: string;
  #me: { id: number; username: string | undefined } | undefined;

  constructor({ token, url = "https://api.telegram.org" }: { token: string; url?: string }) {
    this.#token = token;
    this.#base = url.replace(/\/$/, "");
  }

  async listen({ cursor, signal, up, take }: Listening): Promise<void> {
    let offset = cursor === undefined ? undefined : Number(cursor);
    try {
      const { id, username } = User.parse(await this.#call("getMe", {}, { signal }));
      this.#me = { id, username };
      // The first poll waits for a message, and the service is there before one.
      up();
      while (!signal.aborted) {
        const wish = {
          offset,
          timeout: pollSeconds,
          allowed_updates: ["message", "edited_message", "callback_query"],
        };
        const given = await this.#call("getUpdates", wish, { signal, ms: (pollSeconds + 15) * 1_000 });
        up();
        const updates = z.array(z.looseObject({ update_id: z.number() })).parse(given);
        const last = updates.at(-1)?.update_id;
        if (last === undefined) continue;
        offset = last + 1;
        await take(
          updates.flatMap((update) => this.#incoming(update)),
          String(offset),
        );
      }
    } catch (error) {
      if (signal.aborted) return;
      throw this.#fault(error);
    }
  }

  async send(target: Target, message: Outgoing): Promise<string | undefined> {
    return this.#sendWith(target, message);
  }

  async ask(target: Target, message: Outgoing, buttons: readonly Button[]): Promise<string | undefined> {
    const row = buttons.map(({ text, data }) => ({ text, callback_data: data }));
    return this.#sendWith(target, message, { reply_markup: { inline_keyboard: [row] } });
  }

  async edit(target: Target, id: string, message: Outgoing): Promise<void> {
    try {
      await this.#worded(message, (words) =>
        this.#call("editMessageText", { chat_id: target.chat, message_id: Number(id), ...words }),
      );
    } catch (error) {
      // The same text again: the message has it already.
      if (error instanceof ApiError && /not modified/i.test(error.message)) return;
      throw this.#refusal(error);
    }
  }

  async typing({ chat, thread }: Target): Promise<void> {
    const sign = this.#call("sendChatAction", { chat_id: chat, action: "typing", ...threadOf(thread) });
    await sign.catch(() => undefined); // expected: only a sign
  }

  async acknowledge(pressId: string, text: string): Promise<void> {
    const call = this.#call("answerCallbackQuery", { callback_query_id: pressId, text: text.slice(0, 200) });
    // A press that is too old is refused for ever: it is not tried again.
    await call.catch(() => undefined); // expected: the sign at the button ends by itself
  }

  async #sendWith(
    { chat, thread }: Target,
    message: Outgoing,
    more: object = {},
  ): Promise<string | undefined> {
    try {
      const sent = await this.#worded(message, (words) =>
        this.#call("sendMessage", { chat_id: chat, ...threadOf(thread), ...words, ...more }),
      );
      return String(Sent.parse(sent).message_id);
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  /** Marks code as such; when the service refuses that, sends the text plain, once. */
  async #worded({ text, code }: Outgoing, call: (words: object) => Promise<unknown>): Promise<unknown> {
    const marked = code
      ? { text, entities: [{ type: "pre" as const, offset: 0, length: text.length }] }
      : withEntities(text);
    const link_preview_options = { is_disabled: true };
    if (marked.entities.length === 0 || marked.text.trim() === "")
      return call({ text, link_preview_options });
    return call({ ...marked, link_preview_options }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 400 || /not (?:found|modified)/i.test(error.message))
        throw error;
      return call({ text, link_preview_options });
    });
  }

  #incoming(given: unknown): Incoming[] {
    const parsed = Update.safeParse(given);
    if (!parsed.success) return [];
    const { update_id, message, edited_message, callback_query } = parsed.data;
    const key = String(update_id);
    if (callback_query) {
      const { id, from, data = "", message: under } = callback_query;
      if (!under) return [];
      const press = { id, data };
      return [
        {
          key,
          ...this.#place(under),
          sender: String(from.id),
          vouched: true,
          automatic: from.is_bot === true,
          text: "",
          press,
        },
      ];
    }
    const said = message ?? edited_message;
    if (!said) return [];
    const { from, sender_chat, via_bot } = said;
    const text = said.text ?? said.caption ?? "";
    const files = [
      ...[said.document, said.audio, said.video].flatMap((file) => (file ? [file.file_name ?? "file"] : [])),
      ...(said.photo ? ["photo"] : []),
      ...(said.voice ? ["voice"] : []),
    ];
    if (text === "" && files.length === 0) return [];
    const own = this.#me?.username === undefined ? undefined : `@${this.#me.username}`;
    const named = own !== undefined && text.toLowerCase().includes(own.toLowerCase());
    return [
      {
        key,
        ...this.#place(said),
        sender: sender_chat || !from ? "" : String(from.id),
        vouched: true,
        automatic: from?.is_bot === true || via_bot !== undefined,
        edited: edited_message !== undefined,
        mentioned: named || said.reply_to_message?.from?.id === this.#me?.id,
        text:
          own === undefined
            ? text
            : text.replaceAll(new RegExp(`(?<![\\w/])${own}\\b`, "gi"), "").trim() || text,
        ...(files.length > 0 && { files }),
      },
    ];
  }

  #place({ chat, message_thread_id, is_topic_message }: z.infer<typeof Message>): Pick<Incoming, "from"> {
    const kind = chat.type === "private" ? "direct" : "group";
    const thread =
      is_topic_message && message_thread_id !== undefined ? String(message_thread_id) : undefined;
    return { from: { chat: String(chat.id), kind, ...(thread !== undefined && { thread }) } };
  }

  async #call(
    method: string,
    body: object,
    { signal, ms = callMs }: { signal?: AbortSignal; ms?: number } = {},
  ): Promise<unknown> {
    const { status, text } = await ask(`${this.#base}/bot${this.#token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...{ signal, ms },
    });
    const answer = Answer.safeParse(parsed(text));
    if (!answer.success) throw new Error(`HTTP ${status}, and no answer of Telegram's`);
    const { ok, result, error_code = status, description = "", parameters } = answer.data;
    if (!ok) throw new ApiError(error_code, this.#masked(description), parameters?.retry_after);
    return result;
  }

  /** Why listening ended. The address contains the token, so the token is masked in the message of a foreign error. */
  #fault(error: unknown): ChannelFault {
    if (error instanceof ApiError) {
      if (error.code === 401 || error.code === 403 || error.code === 404)
        return new ChannelFault(error.message, { park: "auth" });
      if (error.code === 409) return new ChannelFault(error.message, { park: "conflict" });
      return new ChannelFault(error.message, { afterMs: error.afterMs });
    }
    return new ChannelFault(this.#masked(causeOf(error)));
  }

  #refusal(error: unknown): Error {
    if (!(error instanceof ApiError)) return new ChannelFault(this.#masked(causeOf(error)));
    if (error.code === 429) return new ChannelFault(error.message, { afterMs: error.afterMs ?? 1_000 });
    if (error.code === 403) return new SendRefused(error.message, { gone: true });
    if (error.code === 400)
      return new SendRefused(error.message, { gone: /chat not found/i.test(error.message) });
    return new ChannelFault(error.message);
  }

  #masked(text: string): string {
    return text.replaceAll(this.#token, "…").slice(0, 300);
  }
}

const threadOf = (thread: string | undefined) =>
  thread === undefined ? {} : { message_thread_id: Number(thread) };

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
