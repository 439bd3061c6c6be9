import { setImmediate as nextRound } from "node:timers/promises";
import { type ReplyChunk, wireBounds } from "@kestrel/core";
import type { ErrorCode, Progress, Usage } from "@kestrel/protocol";
import { redactSecrets } from "@kestrel/text";
import { failedByAnswer } from "../../errors/failed-by-answer.ts";
import { advice } from "../../errors/failure-hint.ts";
import { ConnectionFailure } from "../../http/connection-failure.ts";
import { ThinkingSplitter } from "../thinking/split-thinking.ts";
import type { SpokenPiece } from "../thinking/spoken-piece.ts";
import { CallDelta, type ChatChunk, type CostReport, type Delta } from "./chat-chunk.ts";
import type { ChatEvent } from "./chat-event.ts";
import { ToolCallJoiner } from "./join-tool-calls.ts";
import { ReplyBeyondBounds } from "./reply-bounds.ts";

type Finish = Extract<ReplyChunk, { kind: "done" }>["finish"];

export type ReplyReading = {
  tools: ReadonlySet<string>;
  /** What a stream without an end means for this server. */
  interrupted: ErrorCode;
  /** What the server calls this reply. */
  whenNamed?(id: string): void;
  /** The model is done; only counters can follow. */
  whenFinished(): void;
};

/**
 * A reply from the events of a chat stream. Tool calls come whole and last, before `done`; a stream that ends without a
 * finish, or reports an error, ends in `failed` and keeps its unfinished calls to itself. Throws ConnectionFailure and
 * ReplyBeyondBounds.
 */
export async function* readReply(
  events: AsyncIterable<ChatEvent>,
  reading: ReplyReading,
): AsyncGenerator<ReplyChunk> {
  const joiner = new ToolCallJoiner(reading.tools);
  const splitter = new ThinkingSplitter();
  const breath = new Breath();
  const cost: CostReport = {};
  let finish: Finish | undefined;
  let unreadable: string | undefined;
  let words = 0;
  let said = false;
  try {
    for await (const event of events) {
      await breath.taken();
      if (event.kind === "end") {
        // Where nothing of it could be read, its end is not the end of a reply.
        if (said || unreadable === undefined) finish ??= "stop";
        break;
      }
      if (event.kind === "error") {
        yield failedByAnswer(200, event.text);
        return;
      }
      if (event.kind === "unreadable") {
        unreadable ??= event.text;
        words += event.text.length;
        if (words > wireBounds.words) throw new ReplyBeyondBounds("words");
        continue;
      }
      const { chunk } = event;
      said ||= (chunk.choices?.length ?? 0) > 0;
      if (chunk.id) reading.whenNamed?.(chunk.id);
      const progress = progressOf(chunk);
      if (progress) yield { kind: "progress", progress };
      cost.usage = chunk.usage?.prompt_tokens || chunk.usage?.completion_tokens ? chunk.usage : cost.usage;
      cost.timings = chunk.timings ?? cost.timings;
      const choice = chunk.choices?.[0];
      const delta = choice?.delta ?? choice?.message;
      if (delta) {
        words += lengthOf(delta);
        if (words > wireBounds.words) throw new ReplyBeyondBounds("words");
        yield* readDelta(delta, splitter, joiner);
      }
      if (choice?.finish_reason) {
        finish = finishOf(choice.finish_reason);
        reading.whenFinished();
      }
    }
  } catch (cause) {
    const harmless =
      cause instanceof ConnectionFailure && cause.trouble !== "cancelled" && finish !== undefined;
    if (!harmless) throw cause;
  }
  yield* splitter.end();
  if (!finish) {
    const detail =
      unreadable === undefined ? "the stream ended before the reply was finished" : unreadable.slice(0, 500);
    const code = unreadable === undefined ? reading.interrupted : "unknown";
    const params = { ...advice(code), ...(unreadable !== undefined && { detail: shown(unreadable) }) };
    yield { kind: "failed", failure: { code, params }, detail };
    return;
  }
  const calls = joiner.calls();
  for (const call of calls) yield { kind: "tool-call", ...call };
  const usage = readUsage(cost);
  yield {
    kind: "done",
    finish: finish === "stop" && calls.length > 0 ? "tool_calls" : finish,
    ...(usage ? { usage } : {}),
  };
}

/** Words of a server that reach the user and the log. */
function shown(text: string): string {
  return redactSecrets(text.slice(0, 600)).slice(0, 300).trim();
}

function* readDelta(delta: Delta, splitter: ThinkingSplitter, joiner: ToolCallJoiner): Generator<ReplyChunk> {
  const reasoning = reasoningOf(delta);
  if (reasoning) {
    splitter.seesReasoningApart();
    yield { kind: "reasoning", delta: reasoning };
  }
  for (const piece of contentOf(delta)) {
    if (piece.kind === "reasoning") yield piece;
    else yield* splitter.add(piece.delta);
  }
  for (const call of callsOf(delta)) {
    const written = joiner.add(call);
    if (written) yield { kind: "progress", progress: { phase: "tool", call: written } };
    for (const call of joiner.written()) yield { kind: "call-written", ...call };
  }
}

function lengthOf(delta: Delta): number {
  return (
    reasoningOf(delta).length + contentOf(delta).reduce((sum, { delta: words }) => sum + words.length, 0)
  );
}

function progressOf({ prompt_progress: report }: ChatChunk): Progress | undefined {
  if (!report) return undefined;
  return {
    phase: "prompt",
    processed: report.processed ?? undefined,
    total: report.total ?? undefined,
    cached: report.cache ?? undefined,
    elapsedMs: report.time_ms ?? undefined,
  };
}

/** Every other word for an end (`eos`, `content_filter`, …) is a plain one. */
function finishOf(reason: string): Finish {
  if (reason === "length" || reason === "max_tokens") return "length";
  return reason === "tool_calls" || reason === "function_call" ? "tool_calls" : "stop";
}

/** What a request cost, from the server's own counters. A count of 0 is a server that does not count. */
function readUsage({ usage, timings }: CostReport): Usage | undefined {
  const processed = timings?.prompt_n ?? undefined;
  const cached = timings?.cache_n ?? usage?.prompt_tokens_details?.cached_tokens ?? undefined;
  const prompt = usage?.prompt_tokens || (processed === undefined ? 0 : processed + (cached ?? 0));
  const generated = usage?.completion_tokens || timings?.predicted_n;
  const found: Usage = {
    ...(prompt ? { prompt, ...(cached === undefined ? {} : { cached }) } : {}),
    ...(generated ? { generated } : {}),
    ...(timings?.prompt_ms ? { promptMs: timings.prompt_ms } : {}),
    ...(timings?.predicted_ms ? { generateMs: timings.predicted_ms } : {}),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}

/** The thinking in a delta, under whichever name the server gives it. Servers that give two give the same text twice. */
function reasoningOf(delta: Delta): string {
  return delta.reasoning_content || delta.reasoning || delta.thinking || "";
}

/** The content of a delta: text, or the parts some servers send instead. */
function contentOf({ content }: Pick<Delta, "content">): SpokenPiece[] {
  if (typeof content === "string") return [{ kind: "text", delta: content }];
  return Array.isArray(content) ? content.flatMap((part) => partOf(part, deepest)) : [];
}

/** The pieces of calls in a delta, those that are none left out. */
function* callsOf({ tool_calls: calls }: Pick<Delta, "tool_calls">): Generator<CallDelta> {
  if (!Array.isArray(calls)) return;
  for (const call of calls) {
    const read = CallDelta.safeParse(call).data;
    if (read) yield read;
  }
}

/** A part of thinking has parts of text, and those have no parts. */
const deepest = 2;

function partOf(part: unknown, depth: number): SpokenPiece[] {
  if (typeof part === "string") return [{ kind: "text", delta: part }];
  if (typeof part !== "object" || part === null || depth === 0) return [];
  if ("thinking" in part) {
    const { thinking } = part;
    const inner = Array.isArray(thinking) ? thinking : [thinking];
    return inner
      .flatMap((one) => partOf(one, depth - 1))
      .map(({ delta }) => ({ kind: "reasoning" as const, delta }));
  }
  return "text" in part && typeof part.text === "string" ? [{ kind: "text", delta: part.text }] : [];
}

/** Of the 100 ms for which nothing may keep the others waiting; a stream that is fast enough never waits for its own bytes. */
const longestMs = 20;

/** Lets everybody else have their turn now and then while much is read at once. */
class Breath {
  #since = performance.now();

  async taken(): Promise<void> {
    if (performance.now() - this.#since < longestMs) return;
    await nextRound();
    this.#since = performance.now();
  }
}
