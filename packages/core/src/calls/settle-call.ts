import { type CallId, type EventBody, mayOnlyRead, type Risk, type ToolOutcomeKind } from "@kestrel/protocol";
import type { HookAnswer } from "@kestrel/protocol/api";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { isCodeFile, lastCheck } from "../completion/verification.ts";
import { askHooks, notesIn } from "../hooks/ask-hooks.ts";
import { askedBy, type GuardedAnswer } from "../loop-detection/call-trail.ts";
import { remindersFor, turnSoFar } from "../loop-detection/turn-so-far.ts";
import { textsOf } from "../model-traits/model-traits.ts";
import type { ToolResult } from "../ports/tool.ts";
import type { TrainedTexts } from "../ports/trained-texts.ts";
import type { CallParts } from "./call-parts.ts";
import { argumentsOf } from "./landed-call.ts";

/** How a call ended: run, or answered without a run. */
export type CallOutcome = {
  result: Omit<ToolResult, "outcome"> & { outcome: ToolOutcomeKind };
  /** Its effect, or the effect it would have had, when it was assessed. */
  risk?: Risk;
  durationMs?: number;
  /** Answers of the user's hooks before the call. */
  hooks?: readonly HookAnswer[];
};

/** Stage 5: logs the end of a call. When calls repeat in a cycle, the answer says so or refers to an earlier one. */
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
    sources,
    helper,
    report,
  } = result;
  const outcome = cancel.aborted && result.outcome === "error" ? ("cancelled" as const) : result.outcome;
  const resultDigest = agent.host.digest(`${outcome}\0${result.content}`).slice(0, 16);
  const guarded = trail.add(
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
    textsOf(agent, journal.state),
  );
  const { content: told, cause } = withAdvice(parts, call, outcome, changes, guarded);
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
      ...(sources && { sources: [...sources] }),
      ...(helper && { helper }),
      ...(hooks.length > 0 && { hooks }),
      ...(report !== undefined && { report }),
    },
  ];
}

/**
 * The session's known check as a call to make, added after the first change of code in a turn; the later reminder is then omitted.
 * Models followed an answer where they ignored a reminder (24 of 26 against 0 of 24 in our first runs).
 */
function withAdvice(
  { traits, journal: { state } }: CallParts,
  { recovered }: ToolEntry,
  outcome: ToolOutcomeKind,
  changes: NonNullable<ToolResult["changes"]>,
  answer: GuardedAnswer,
): GuardedAnswer {
  const wanted = traits?.guidance?.includes("advice") && outcome === "ok" && answer.cause === undefined;
  if (!wanted || !changes.some(({ path }) => isCodeFile(path))) return answer;
  // Kestrel runs it next.
  if (recovered === "whole_file" && traits?.guidance?.includes("run_check")) return answer;
  const check = lastCheck(state);
  if (check === undefined || remindersFor(turnSoFar(state), "unverified") > 0) return answer;
  const content = `${answer.content}\nNot tested yet: call ${check.tool} with ${check.arguments}`;
  return { content, cause: "unverified" };
}

/** Some templates reject an empty result, and a model takes one for a failure. */
function withWords(result: CallOutcome["result"]): CallOutcome["result"] {
  return result.content.trim() === "" ? { ...result, content: "[no output]" } : result;
}

function isFolded({ timeline }: SessionState, callId: CallId): boolean {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool" && entry.callId === callId) return entry.folded;
  }
  return true;
}

type AskingParts = Pick<CallParts, "agent" | "journal" | "cancel">;

/** The hooks' answers before a call: the result that replaces it, or whether to ask the user. */
export type Foretold = { answers: readonly HookAnswer[]; refusal?: CallOutcome; asks: boolean };

/** Runs the user's hooks about a call that may run. A call that is denied anyway is not reported to them. */
export async function askBefore(
  { agent, journal: { state }, cancel }: AskingParts,
  call: ToolEntry,
): Promise<Foretold> {
  const planned = state.mode === "plan" && !mayOnlyRead(call.subject ?? { opaque: true });
  if (call.rejected || cancel.aborted || planned) return { answers: [], asks: false };
  const { callId, tool, arguments: text } = call;
  const told = { callId, tool, arguments: text };
  const answers = await askHooks(agent, state, { stage: "before_call", call: told }, cancel);
  const denied = answers.find(({ said }) => said === "denied");
  return {
    answers,
    asks: answers.some(({ said }) => said === "asked"),
    ...(denied && { refusal: hookDeniedCall(denied.hook, denied.text) }),
  };
}

/**
 * Runs the hooks about a result: returns the result with their notes after it, including those from before the call, and all their
 * answers.
 */
async function askAfter(
  { agent, journal: { state }, cancel }: AskingParts,
  { callId, tool, arguments: text }: ToolEntry,
  { outcome, content }: { outcome: ToolOutcomeKind; content: string },
  before: readonly HookAnswer[],
): Promise<{ content: string; hooks: HookAnswer[] }> {
  const call = { callId, tool, arguments: text };
  const ran = outcome === "ok" || outcome === "error";
  const after = ran
    ? await askHooks(agent, state, { stage: "after_call", call, outcome, content }, cancel)
    : [];
  const hooks = [...before, ...after];
  const notes = notesIn(hooks);
  return { content: notes === "" ? content : `${content}\n\n${notes}`, hooks };
}

function notRun(outcome: CallOutcome["result"]["outcome"], content: string): CallOutcome {
  return { result: { outcome, content } };
}

/** Answers to calls that were not run. Every call gets one. */
export const stoppedCall = notRun("cancelled", "Not run: the user stopped the turn.");
export const plannedCall = ({ planned }: Partial<TrainedTexts> = {}) =>
  notRun("denied", planned ?? "Denied: this session is in plan mode, which only reads.");
export const staleCall = notRun(
  "error",
  "Not run: what it works on changed again while the user was asked. Look at it, then call again.",
);

export const rejectedCall = (content: string) => notRun("rejected", content);

export const goneTool = (name: string) => notRun("error", `The tool ${name} is not here any more.`);

export const deniedCall = (reason: string | undefined, texts?: TrainedTexts) =>
  notRun(
    "denied",
    texts?.denied(reason) ?? `The user denied this call.${reason ? ` They said: ${reason}` : ""}`,
  );

const hookDeniedCall = (hook: string, reason: string) =>
  notRun("denied", `Denied by the user's hook ${hook}${reason === "" ? "." : `: ${reason}`}`);

export const forbiddenCall = (reason: string) =>
  notRun("denied", `Denied by a rule of the user's: ${reason}`);
