import type { CallId, EventBody, Risk, ToolOutcomeKind } from "@kestrel/protocol";
import type { HookAnswer } from "@kestrel/protocol/api";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { askedBy } from "../loop-detection/call-signature.ts";
import type { ToolResult } from "../ports/tool.ts";
import { askAfter } from "./ask-about-call.ts";
import type { CallParts } from "./call-parts.ts";
import { argumentsOf } from "./describe-call.ts";

/** How a call came to its end: run, or answered in place of a run. */
export type CallOutcome = {
  result: Omit<ToolResult, "outcome"> & { outcome: ToolOutcomeKind };
  /** What it did, or would have done, where it came so far. */
  risk?: Risk;
  durationMs?: number;
  /** What hooks of the user's said before it. */
  hooks?: readonly HookAnswer[];
};

/** Stage 5, what the end of a call means for the log. Where calls go in circles the answer says so, or stands for an earlier one. */
export async function settleCall(
  parts: CallParts,
  call: ToolEntry,
  { result: given, risk, durationMs, hooks: before = [] }: CallOutcome,
): Promise<EventBody[]> {
  const { agent, turnId, cancel, trail, journal } = parts;
  const { callId, tool } = call;
  const result = withWords(given);
  const {
    changes = [],
    exitCode,
    covered,
    seen,
    spillFile,
    openItems,
    startedJob,
    images,
    described,
    helper,
  } = result;
  const outcome = cancel.aborted && result.outcome === "error" ? ("cancelled" as const) : result.outcome;
  const resultDigest = agent.host.digest(`${outcome}\0${result.content}`).slice(0, 16);
  const { content: told, cause } = trail.add(
    {
      callId,
      tool,
      asked: askedBy(argumentsOf(call), call.arguments),
      status: outcome,
      content: result.content,
      exitCode,
      resultDigest,
      changedFiles: changes.length > 0,
    },
    (earlier) => isFolded(journal.state, earlier),
  );
  const { content, hooks } = await askAfter(parts, call, { outcome, content: told }, before);
  return [
    ...(startedJob ? [{ type: "job.started" as const, turnId, callId, ...startedJob }] : []),
    ...changes.map((change): EventBody => ({ type: "file.changed", turnId, callId, ...change })),
    ...(covered ? [{ type: "command.covered" as const, turnId, callId, ...covered }] : []),
    {
      type: "tool.finished",
      turnId,
      callId,
      outcome,
      content,
      exitCode,
      durationMs,
      seen: seen && [...seen],
      spillFile,
      resultDigest,
      risk,
      cause,
      openItems: openItems && [...openItems],
      images: images && [...images],
      ...(described && { described: [...described] }),
      ...(helper && { helper }),
      ...(hooks.length > 0 && { hooks }),
    },
  ];
}

/** Some templates refuse a result without a word, and a model takes one for a fault. */
function withWords(result: CallOutcome["result"]): CallOutcome["result"] {
  return result.content.trim() === "" ? { ...result, content: "[no output]" } : result;
}

function isFolded({ timeline }: SessionState, callId: CallId): boolean {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool" && entry.callId === callId) return entry.folded;
  }
  return true;
}
