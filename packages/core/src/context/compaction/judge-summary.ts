import type { EventOf, FinishReason, ToolSpec } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { findCalls } from "@kestrel/tool-calls";
import { logFacts } from "./log-facts.ts";

/** The reply to a request for a summary. */
export type SpokenSummary = {
  text: string;
  finish: FinishReason;
  /** Tool calls that the server parsed in it. */
  calls: number;
  /** It repeated itself and was stopped. */
  circling: boolean;
  /** It was stopped to make way for another reply. */
  yielded?: boolean;
};

export type Refused = NonNullable<EventOf<"context.compacted">["refused"]>;

/** Fewer letters are not a summary. */
const leastWords = 40;

/** Why a summary is unusable, by rules that need no model; undefined when it is usable. */
export function judgeSummary(
  { text, finish, calls, circling }: SpokenSummary,
  state: SessionState,
  end: number,
): Refused | undefined {
  if (circling) return "repeating";
  if (finish === "failed" || finish === "cancelled") return "failed";
  if (calls > 0) return "not_words";
  return judgeWords(text, state.prefix.tools) ?? (knowsTask(text, state, end) ? undefined : "lost_task");
}

/** Why a text is unusable, whatever its subject; undefined when it is usable. */
export function judgeWords(
  text: string,
  tools: readonly ToolSpec[],
): "not_words" | "empty" | "repeating" | undefined {
  if (printsCall(text, tools)) return "not_words";
  if (saidLetters(text) < leastWords) return "empty";
  return repeats(text) ? "repeating" : undefined;
}

/** Letters outside headings: a form left empty has none. */
function saidLetters(text: string): number {
  const lines = text.split("\n").filter((line) => !/^\s*#/.test(line));
  return lines.join("").replaceAll(/[\s*_`.-]/g, "").length;
}

function printsCall(text: string, tools: readonly ToolSpec[]): boolean {
  const offered = tools.map((spec) => ({ type: "function" as const, function: spec }));
  const { calls, rejected = [] } = findCalls(text, offered, { reasoning: "", finishReason: "stop" });
  return calls.length > 0 || rejected.length > 0;
}

/** Whether half of its lines repeat earlier ones. */
function repeats(text: string): boolean {
  const lines = text
    .split(/\n|(?<=[.。!?])\s+/)
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line.length > 12 && !line.startsWith("#"));
  return lines.length >= 6 && new Set(lines).size < lines.length / 2;
}

/** It names at least one thing that the user named, or a file the work was about. */
function knowsTask(text: string, state: SessionState, end: number): boolean {
  const words = new Set(wordsOf(text));
  const asked = wordsOf(`${firstWords(state)}\n${logFacts(state, end).said.slice(-2).join("\n")}`);
  const wanted = asked.filter((word) => !common.has(word));
  if (wanted.length === 0 || wanted.some((word) => words.has(word))) return true;
  const { changed, read } = logFacts(state, end);
  return [...changed.keys(), ...read].some((path) => text.includes(path.split("/").at(-1) ?? path));
}

function firstWords({ timeline }: SessionState): string {
  for (const entry of timeline) if (entry.kind === "user") return entry.text;
  return "";
}

/** Words of four letters and more, numbers, and pairs of wide characters, to cover different languages. */
function wordsOf(text: string): string[] {
  const lower = text.slice(0, 40_000).toLowerCase();
  const narrow = lower.match(/[\p{L}\p{N}_./-]{4,}|\d{2,}/gu) ?? [];
  const wide = lower.match(/[\u2e80-\uffef]+/gu) ?? [];
  const pairs = wide.flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  );
  return [...narrow.map((word) => word.replaceAll(/^[./-]+|[./-]+$/g, "")), ...pairs];
}

/** Words of every summary. */
const common = new Set(
  "this that with from have what when where which will would could should please file files them then there they make does done into about after before some more than also your just task next steps user wants".split(
    " ",
  ),
);
