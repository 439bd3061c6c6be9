import type { EventBody, EventOf, OpId, ReplyCut, TurnId } from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import { firstDifference, lastDigests } from "../context/cache-shortfall.ts";
import { expectedReuse } from "../context/spoken-verbatim.ts";
import { StreamWatch } from "../loop-detection/stream-watch.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { ReplyChunk } from "../ports/model-backend.ts";
import { keptBounds } from "../ports/reply-bounds.ts";
import type { landCall } from "./land-reply.ts";
import type { Reply, SpokenCall } from "./reply.ts";
import { replyRequest, thinkingTokens, type WantedReply } from "./reply-request.ts";
import { replyKnowledge, type StepParts } from "./step-parts.ts";
import type { LiveSpeech, TurnParts } from "./turn-parts.ts";

/** The options of one reply, and facts about the model that answers. */
export type ModelRequest = WantedReply & Pick<EventOf<"request.sent">, "model" | "from" | "instance">;

/** Sends one request and reports its reply live and to the log; the caller judges and logs its end. */
export async function askModel(parts: StepParts, step: number, asking: ModelRequest): Promise<Reply> {
  const { journal, live, images, agent, turnId, traits } = parts;
  const { model, from, instance, callFormat, sample, ending, begins } = asking;
  const prompt = await images.prompt(journal.state);
  const shortDigest = (value: unknown) => agent.host.digest(JSON.stringify(value, byName)).slice(0, 16);
  const { sent } = journal.state;
  const known = journal.state.model;
  const isNew = from && (known?.from === undefined || known.label !== model);
  const added = prompt.messages.slice(sent.messages).map(shortDigest);
  await journal.append({
    type: "request.sent",
    turnId,
    step,
    messages: prompt.messages.length,
    added,
    differsAt: sent.messages === 0 ? firstDifference(lastDigests(journal.state), added) : undefined,
    instance,
    tools: shortDigest(prompt.tools),
    expectedReuse: expectedReuse(journal.state),
    model,
    ...(isNew && { from }),
    callFormat,
    ...(sample !== undefined && { cause: "repeat" }),
    ...(ending && { cause: "ending" }),
    ...(begins !== undefined && { cause: "whole_file" }),
  });
  live.begin(turnId, step);
  parts.early?.forget();
  const reasoningTokens = thinkingTokens(journal.state, agent.limits);
  let land: typeof landCall | undefined;
  const collector = new ReplyCollector(parts, step, {
    reasoningTokens,
    silent: callFormat === "schema",
    repeatsItself: traits.repeatsItself,
    thinks: parts.facts?.capabilities.reasoning,
    written: (index, call) => land && parts.early?.written(index, land(call, journal.state.prefix)),
  });
  const guidance = asking.answerSchema ? [] : (traits.guidance ?? []);
  const request = replyRequest(journal.state, asking, agent.limits, traits);
  for await (const chunk of agent.backend.reply(prompt, request, collector.cancel)) {
    // Call parsing is not needed for the first request: it is loaded while the server processes that.
    land ??= (await import("./land-reply.ts")).landCall;
    if (guidance.includes("form") && !collector.inventedAt)
      collector.inventedAt = (await import("@kestrel/tool-calls")).inventedResult;
    if (guidance.includes("stop_after_call") && !collector.callsEnd)
      collector.callsEnd = (await import("./land-reply.ts")).callsEndOf(
        journal.state.prefix,
        replyKnowledge(parts),
      );
    await collector.take(chunk);
  }
  const reply = await collector.finished();
  // Some servers repeat the text that they were given.
  if (begins !== undefined && !reply.text.startsWith(begins)) reply.text = begins + reply.text;
  // A failed reply's calls are not run.
  if (reply.failure || reply.cut || reply.finish === "cancelled") parts.early?.forget();
  return reply;
}

/** The digest covers a picture's name and not its bytes. */
function byName(key: string, value: unknown): unknown {
  return key === "base64" ? undefined : value;
}

export type Collecting = {
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
