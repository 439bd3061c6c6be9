import type { CancelSignal, Prefilled } from "@kestrel/core";
import { passOver, reportUnexpected } from "@kestrel/diagnostics";
import type { Prompt, SessionId } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import { z } from "zod";
import { chatRequest, type RequestOptions } from "../chat/request/chat-request.ts";
import { askJson } from "../http/ask-json.ts";
import { openStream } from "../http/open-stream.ts";
import { readSse } from "../http/read-sse.ts";
import type { ServerAddress } from "../http/server-address.ts";

/** Marks the end of the text to prefill. What a template adds behind it is left out, because more text may follow there. */
const mark = "@@kestrel-reads-to-here@@";

/** Estimated tokens of one piece: another request waits for at most one piece. */
const pieceTokens = 500;
/** Characters. */
const shortestPiece = 200;
const longestEvent = 4_000_000;
const patience = { connect: 5_000, silence: 600_000 };

const Rendered = z.looseObject({ prompt: z.string() });
const Timings = z.looseObject({ cache_n: z.int().nonnegative(), prompt_n: z.int().nonnegative() });

type Reading = { options: RequestOptions; slot: number | undefined; session: SessionId | undefined };

/** Prefills prompts ahead of time, in pieces, and remembers the prefilled text of each session. */
export class AheadReader {
  readonly #address: ServerAddress;
  /** The text in the cache of each session, as far as it was prefilled here. */
  readonly #read = new Map<SessionId, string>();

  constructor(address: ServerAddress) {
    this.#address = address;
  }

  /** The server was started anew. */
  forget(): void {
    this.#read.clear();
  }

  /**
   * Prefills the prompt to the end of its last message's text. Undefined when the server cannot render it. Reports the prefilled
   * part also when it ends early; ends when the server becomes unreachable.
   */
  async read(prompt: Prompt, reading: Reading, cancel: CancelSignal): Promise<Prefilled | undefined> {
    const text = await this.#render(prompt, reading.options);
    if (text === undefined || cancel.aborted) return undefined;
    const sum = { read: 0, cached: 0, whole: false };
    const { session } = reading;
    const start = await this.#start(prompt, text, reading);
    // By estimate at first, then as the server counts.
    let perToken = charactersPerToken(text.slice(start)) / 2;
    for (let before = start; before < text.length || !sum.read; ) {
      const end = pieceEnd(text, before, pieceTokens * perToken);
      const counted = await this.#readTo(text.slice(0, end), reading.slot, cancel);
      if (!counted) return before === start ? undefined : sum;
      if (before === start) sum.cached = counted.cache_n;
      sum.read += counted.prompt_n;
      perToken = end / Math.max(1, counted.cache_n + counted.prompt_n);
      before = end;
      if (session !== undefined) this.#read.set(session, text.slice(0, end));
      if (cancel.aborted) return sum;
    }
    return { ...sum, whole: true };
  }

  /**
   * Where small pieces begin. A history that was answered once is asked for whole: the server may have it, from a daemon before
   * this one too, and would cut what it holds to a shorter piece. Without one the first piece goes beyond what sessions have
   * in common, or it would be taken for a part of another one and end it.
   */
  async #start(prompt: Prompt, text: string, { options, session }: Reading): Promise<number> {
    const before = session === undefined ? "" : (this.#read.get(session) ?? "");
    const known = commonLength(before, text);
    const answered = prompt.messages.some(({ role }) => role === "assistant");
    if (answered && prompt.messages.at(-1)?.role === "user") {
      const history = await this.#render(withLastWords(prompt, ""), options);
      return Math.max(known, commonLength(history ?? "", text));
    }
    if (known > 0) return known;
    const fixed = await this.#render({ ...prompt, messages: opening(prompt) }, options);
    return Math.ceil(commonLength(fixed ?? "", text) * 1.25);
  }

  async #render(prompt: Prompt, options: RequestOptions): Promise<string | undefined> {
    const last = prompt.messages.at(-1);
    if (last?.role !== "user" && last?.role !== "tool") return undefined;
    const body = chatRequest(withLastWords(prompt, last.content + mark), options);
    const answer = await askJson(this.#address, `${this.#address.root}/apply-template`, body).catch(
      passOver("prefill"),
    );
    const rendered = answer?.status === 200 ? Rendered.safeParse(answer.json).data?.prompt : undefined;
    const end = rendered?.lastIndexOf(mark) ?? -1;
    return end < 0 ? undefined : rendered?.slice(0, end);
  }

  /** Uses a stream, because only then the server notices a cancelled request. */
  async #readTo(
    prompt: string,
    slot: number | undefined,
    cancel: CancelSignal,
  ): Promise<z.infer<typeof Timings> | undefined> {
    const pinned = slot === undefined ? {} : { id_slot: slot };
    const body = JSON.stringify({ prompt, n_predict: 0, cache_prompt: true, stream: true, ...pinned });
    const headers = { ...this.#address.headers, "content-type": "application/json" };
    const url = `${this.#address.root}/completion`;
    let counted: z.infer<typeof Timings> | undefined;
    try {
      const answer = await openStream({ method: "POST", url, headers, body }, patience, cancel);
      if (answer.status !== 200) return undefined;
      for await (const { data } of readSse(answer.bytes, longestEvent)) {
        const timings = Timings.safeParse(timingsIn(data)).data;
        if (!timings) continue;
        counted = timings;
        break;
      }
    } catch (error) {
      reportUnexpected("prefill", error);
      // Not awaited: the prefilled part is in the cache, and the next request reports a failure.
    }
    return counted;
  }
}

function timingsIn(data: string): unknown {
  try {
    return (JSON.parse(data) as { timings?: unknown }).timings;
  } catch {
    // expected: an event that is no JSON has no timings
    return undefined;
  }
}

/** System prompt and tools, without a word of the conversation. */
function opening({ messages }: Prompt): Prompt["messages"] {
  const system = messages.filter(({ role }, index) => role === "system" && index === 0);
  return [...system, { role: "user", content: "" }];
}

function withLastWords(prompt: Prompt, content: string): Prompt {
  const [last] = prompt.messages.slice(-1);
  return last ? { ...prompt, messages: [...prompt.messages.slice(0, -1), { ...last, content }] } : prompt;
}

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}

function charactersPerToken(text: string): number {
  return Math.max(1, text.length / Math.max(1, estimateTokens(text)));
}

/** Where the piece of about so many characters ends that begins at `start`: between words where there are any, at the end when little is left. */
function pieceEnd(text: string, start: number, length: number): number {
  const far = Math.ceil(start + Math.max(length, shortestPiece));
  if (text.length - far < length / 4) return text.length;
  const near = Math.ceil((start + far) / 2);
  const gap = text.slice(near, far).search(/\s\S*$/);
  const cut = gap < 0 ? far : near + gap;
  // Never between the halves of a character.
  return /[\uD800-\uDBFF]/.test(text.charAt(cut - 1)) ? cut + 1 : cut;
}
