import type {
  EventBody,
  Failure,
  FinishReason,
  OpId,
  Progress,
  ReplyCut,
  TurnId,
  Usage,
} from "@kestrel/protocol";
import { estimateShare } from "@kestrel/text";
import { Cancellation } from "../cancel/cancellation.ts";
import {
  argumentsLoop,
  type LoopBounds,
  repeatingTail,
  shortLoop,
  wordsLoop,
} from "../loop-detection/repeating-tail.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { ReplyChunk } from "../ports/model-backend.ts";
import { keptBounds } from "../ports/reply-bounds.ts";
import type { LiveSpeech, TurnParts } from "./turn-parts.ts";

/** A call as the model wrote it; not judged yet. */
export type SpokenCall = { name: string; arguments: string };

/** One complete reply. */
export type Reply = {
  step: number;
  text: string;
  reasoning: string;
  calls: readonly SpokenCall[];
  finish: FinishReason;
  usage?: Usage;
  reasoningMs?: number;
  failure?: Failure;
  /** A guard ended it. */
  cut?: ReplyCut;
  /** It was ended after its calls. */
  afterCall?: boolean;
  /** `text` differs from the streamed text: some of it was removed. */
  retold?: boolean;
  /** The user's op that ended its thinking. */
  opId?: OpId;
};

type Collecting = {
  /** Estimated limit on thinking. Tokens. */
  reasoningTokens: number;
  /** The text is not shown: it is a call in JSON. */
  silent: boolean;
  /** The reply is cut at the first short repetition. */
  repeatsItself?: boolean;
  /** It can think: until thinking is received, its text may be thinking whose opening tag the server dropped. */
  thinks?: boolean | undefined;
  /** Called for each call as soon as it is complete. */
  written?(index: number, call: SpokenCall): void;
};

/** Thinking is estimated here; a server that enforces the budget itself acts first. */
const estimateSlack = 1.25;

/** The parts of a turn that it needs. */
export type CollectorParts = Pick<TurnParts, "turnId" | "agent" | "cancel" | "reasoningStop"> & {
  journal: Pick<TurnParts["journal"], "append">;
  live: LiveSpeech;
};

/** Collects one reply: reports each piece live and to the log, and ends it when a bound is exceeded. */
export class ReplyCollector {
  readonly #parts: CollectorParts;
  readonly #silent: boolean;
  readonly #thinks: boolean;
  readonly #written: Collecting["written"];
  readonly #lines: TextCoalescer;
  readonly #watch: StreamWatch;
  readonly #stop: Cancellation;
  readonly #reply: Reply & { calls: SpokenCall[] };
  /** Where a model invents the result of a call instead of waiting for it; the reply ends there. */
  inventedAt: ((text: string, from: number) => number | undefined) | undefined;
  /** Where its calls end and only text follows; the reply ends there too. */
  callsEnd: ((text: string) => number | undefined) | undefined;
  #argumentLength = 0;
  #thinkingSince: number | undefined;
  readonly #stopListening: () => void;
  #askedToEnd = false;
  #over = false;
  #ended = false;
  #callBegun = false;

  constructor(
    parts: CollectorParts,
    step: number,
    { reasoningTokens, silent, repeatsItself, thinks = false, written }: Collecting,
  ) {
    const { turnId, journal, agent, cancel } = parts;
    this.#parts = parts;
    this.#silent = silent;
    this.#thinks = thinks;
    this.#written = written;
    this.#lines = new TextCoalescer({
      turnId,
      step,
      append: (body) => journal.append(body),
      now: () => agent.host.now(),
    });
    this.#watch = new StreamWatch(Math.ceil(reasoningTokens * estimateSlack), repeatsItself);
    this.#reply = { step, text: "", reasoning: "", calls: [], finish: "cancelled" };
    this.#stop = new Cancellation(cancel);
    this.#stopListening = parts.reasoningStop.listen((opId) => this.#answerNow(opId));
  }

  /** Fires when the user stops the turn, and when a bound ends this reply. */
  get cancel(): CancelSignal {
    return this.#stop;
  }

  async take(chunk: ReplyChunk): Promise<void> {
    const { live, agent } = this.#parts;
    const reply = this.#reply;
    if (reply.cut || this.#ended) return;
    if (chunk.kind === "text" || chunk.kind === "tool-call") this.#stopsThinking();
    switch (chunk.kind) {
      case "progress":
        live.progress(chunk.progress);
        if (chunk.progress.call) this.#callBegun = true;
        if (chunk.progress.call) await this.#cutIfNeeded(this.#watch.addCall(chunk.progress.call));
        break;
      case "reasoning":
        this.#thinkingSince ??= agent.host.now();
        if (chunk.insteadOfText) await this.#takeBackText();
        reply.reasoning += chunk.delta;
        live.reasoning(chunk.delta, chunk.insteadOfText);
        await this.#lines.add("reply.reasoning", chunk.delta);
        await this.#cutIfNeeded(this.#watch.add("reasoning", chunk.delta));
        break;
      case "text":
        reply.text += chunk.delta;
        if (!this.#silent) {
          live.text(chunk.delta);
          await this.#lines.add("reply.text", chunk.delta);
        }
        await this.#cutIfNeeded(this.#watch.add("text", chunk.delta));
        this.#endsBefore(this.inventedAt?.(reply.text, reply.text.length - chunk.delta.length));
        if (!this.#ended && (!this.#thinks || reply.reasoning !== ""))
          this.#endsBefore(this.callsEnd?.(reply.text), true);
        break;
      case "call-written":
        this.#callBegun = true;
        this.#written?.(chunk.index, chunk);
        break;
      case "tool-call":
        reply.calls.push({ name: chunk.name, arguments: chunk.arguments });
        this.#argumentLength += chunk.arguments.length;
        break;
      case "done":
        reply.finish = chunk.finish;
        reply.usage = chunk.usage;
        break;
      case "failed":
        reply.finish = "failed";
        reply.failure = chunk.failure;
        break;
      default:
        chunk satisfies never;
    }
    this.#keepBounds();
  }

  /** The whole reply, at its end. */
  async finished(): Promise<Reply> {
    this.#over = true;
    this.#stopListening();
    this.#stop.release();
    this.#stopsThinking();
    await this.#lines.flush();
    return this.#reply;
  }

  #endsBefore(at: number | undefined, afterCall?: boolean): void {
    const reply = this.#reply;
    // A call that the server parses arrives whole with the end of the reply.
    if (at === undefined || this.#over || reply.cut || this.#callBegun) return;
    const text = reply.text.slice(0, at).trimEnd();
    Object.assign(reply, { text, retold: true, finish: "stop", ...(afterCall && { afterCall }) });
    this.#ended = true;
    this.#stop.cancel();
  }

  /** The text so far was thinking: the log then gets the remaining text. */
  async #takeBackText(): Promise<void> {
    this.#reply.text = "";
    this.#reply.retold = true;
    this.#watch.takeBackText();
    await this.#lines.takeBackText();
  }

  #stopsThinking(): void {
    if (this.#thinkingSince === undefined) return;
    this.#reply.reasoningMs ??= this.#parts.agent.host.now() - this.#thinkingSince;
  }

  /** Ends the thinking as if its budget were used up. Returns whether the model was thinking. */
  #answerNow(opId: OpId): boolean {
    const { reasoning, text, calls } = this.#reply;
    if (reasoning === "" || text !== "" || calls.length > 0 || this.#over) return false;
    this.#reply.opId = opId;
    void this.#cutIfNeeded("reasoning_budget");
    return true;
  }

  /** The calls of a reply without end are not run. */
  #keepBounds(): void {
    const crossed = boundCrossed(this.#reply, this.#argumentLength);
    if (crossed === undefined || this.#reply.cut) return;
    this.#reply.calls = [];
    this.#cut(crossed);
  }

  async #cutIfNeeded(cut: ReplyCut | undefined): Promise<void> {
    if (cut === undefined || this.#parts.cancel.aborted) return;
    if (cut === "reasoning_budget" && !this.#askedToEnd) {
      this.#askedToEnd = true;
      if (await this.#parts.agent.backend.endReasoning?.()) return this.#watch.allowLastThoughts();
      if (this.#over) return;
    }
    this.#cut(cut);
  }

  #cut(cut: ReplyCut): void {
    this.#reply.cut = cut;
    this.#reply.finish = "cut";
    this.#reply.text = this.#watch.withoutEndlessEnd(this.#reply.text);
    this.#stop.cancel();
  }
}

/** The bound that a reply has exceeded, by name. */
function boundCrossed({ calls, text, reasoning }: Reply, argumentLength: number): ReplyCut | undefined {
  if (calls.length > keptBounds.calls) return "too_many_calls";
  if (argumentLength > keptBounds.arguments) return "arguments_too_long";
  return text.length > keptBounds.text || reasoning.length > keptBounds.text ? "reply_too_long" : undefined;
}

/** The log gets at most one line of text a second: a crash loses a second, and replay keeps the pace. */
const lineEveryMs = 1_000;

type LineType = "reply.text" | "reply.reasoning";

type Line = { turnId: TurnId; step: number; append(body: EventBody): Promise<void>; now(): number };

/** Coalesces text into log lines, at most one a second, in order. */
export class TextCoalescer {
  readonly #line: Line;
  readonly #offsets = { "reply.text": 0, "reply.reasoning": 0 };
  #type: LineType = "reply.text";
  #pending = "";
  #insteadOfText = false;
  #flushedAt: number;

  constructor(line: Line) {
    this.#line = line;
    this.#flushedAt = line.now();
  }

  async add(type: LineType, delta: string): Promise<void> {
    if (type !== this.#type) await this.flush();
    this.#type = type;
    this.#pending += delta;
    if (this.#line.now() - this.#flushedAt >= lineEveryMs) await this.flush();
  }

  /** The text so far was thinking: the next line records that. */
  async takeBackText(): Promise<void> {
    await this.flush();
    this.#offsets["reply.text"] = 0;
    this.#insteadOfText = true;
  }

  async flush(): Promise<void> {
    if (this.#pending === "") return;
    const { turnId, step, append } = this.#line;
    const text = this.#pending;
    const offset = this.#offsets[this.#type];
    this.#offsets[this.#type] += text.length;
    this.#pending = "";
    this.#flushedAt = this.#line.now();
    const place = { turnId, step, offset, text };
    if (this.#type === "reply.text") return append({ type: this.#type, ...place });
    const insteadOfText = this.#insteadOfText || undefined;
    this.#insteadOfText = false;
    await append({ type: this.#type, ...place, insteadOfText });
  }
}

/** UTF-16 units between two checks of a stream. */
const every = 256;

/** Tokens of thinking allowed after the server was told to end it. */
const lastThoughts = 256;

/** How much of the end of a text is kept; a loop is detected in less. UTF-16 units. */
const kept = 8_192;

type Watched = "text" | "reasoning" | "arguments";

/** Watches one streaming reply; `add` returns the reason to cut it, once there is one. Constant cost per piece. */
class StreamWatch {
  #reasoningTokens: number | undefined;
  readonly #repeatsItself: boolean;
  readonly #tails: Record<Watched, string> = { text: "", reasoning: "", arguments: "" };
  #thoughtTokens = 0;
  #unseen = 0;
  #written = 0;

  /** `reasoningTokens`: estimated limit on thinking; undefined: none. `repeatsItself`: a short repetition already counts as a loop. */
  constructor(reasoningTokens: number | undefined, repeatsItself = false) {
    this.#reasoningTokens = reasoningTokens;
    this.#repeatsItself = repeatsItself;
  }

  add(kind: Watched, delta: string): ReplyCut | undefined {
    if (this.#tails[kind] === "") this.#unseen = 0;
    this.#tails[kind] = (this.#tails[kind] + delta).slice(-kept);
    if (kind === "reasoning") this.#thoughtTokens += estimateShare(delta);
    this.#unseen += delta.length;
    if (this.#unseen < (this.#repeatsItself ? every / 4 : every)) return undefined;
    this.#unseen = 0;
    if (repeatingTail(this.#tails[kind], this.#boundsOf(kind))) return "repetition";
    const budget = this.#reasoningTokens;
    const beyond = kind === "reasoning" && budget !== undefined && Math.ceil(this.#thoughtTokens) > budget;
    return beyond ? "reasoning_budget" : undefined;
  }

  /** The arguments of a call so far; of a large piece only its end is known. */
  addCall({ written, tail }: NonNullable<Progress["call"]>): ReplyCut | undefined {
    if (written < this.#written) {
      this.#tails.arguments = "";
      this.#written = 0;
    }
    const fresh = written - this.#written;
    this.#written = written;
    return fresh === 0 ? undefined : this.add("arguments", tail.slice(-fresh));
  }

  /** The server was told to end the thinking: allows a few more tokens. */
  allowLastThoughts(): void {
    if (this.#reasoningTokens !== undefined) this.#reasoningTokens += lastThoughts;
  }

  takeBackText(): void {
    this.#tails.text = "";
  }

  /** A text without its endless end, which would make the model continue it. */
  withoutEndlessEnd(text: string): string {
    const repeated = repeatingTail(text, this.#boundsOf("text"));
    return repeated ? text.slice(0, repeated.start + repeated.unit.length) : text;
  }

  #boundsOf(kind: Watched): LoopBounds {
    if (this.#repeatsItself) return shortLoop;
    return kind === "arguments" ? argumentsLoop : wordsLoop;
  }
}
