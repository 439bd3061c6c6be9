import { callName, type EventBody, mayOnlyRead, type PersonQuestion, type Prefix } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import {
  contextLedger,
  openCalls,
  replyReserve,
  type SessionState,
  type ToolEntry,
} from "@kestrel/session-state";
import { Cancellation, soonAfterCancel } from "../cancel/cancellation.ts";
import { compactionBudgets, worthABreak } from "../context/compaction/budgets.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { KestrelError } from "../errors.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { Assessment, CallArguments, StaleCall, Tool, ToolContext, ToolResult } from "../ports/tool.ts";
import type { CallParts, ExecutedCall } from "./call-parts.ts";
import { argumentsOf, type LandedToolCall } from "./landed-call.ts";
import {
  askAhead,
  assessCall,
  contextOf,
  describeCall,
  gateCall,
  idsOf,
  passGate,
  type ReportedCall,
  toolNamed,
} from "./pass-gate.ts";
import type { QuestionAnswer } from "./pending-answers.ts";
import { rejectionText } from "./reject-call.ts";
import {
  askBefore,
  type CallOutcome,
  goneTool,
  plannedCall,
  rejectedCall,
  settleCall,
  staleCall,
  stoppedCall,
} from "./settle-call.ts";

/** Requests the calls of one reply and sees each to its answer: neighbouring reads together, everything else alone and in order. */
export async function runCalls(
  parts: CallParts,
  step: number,
  calls: readonly LandedToolCall[],
): Promise<void> {
  const { journal, agent, turnId } = parts;
  const { sessionId } = journal.state;
  const first = journal.state.calls + 1;
  const idOf = (index: number) => callName.of(first + index);
  const described = await Promise.all(
    calls.map((call, index) => describeCall(agent, call, { sessionId, turnId, step, callId: idOf(index) })),
  );
  await journal.append(
    ...calls.map(
      (call, index): EventBody => ({
        ...{ type: "tool.requested", turnId, step, callId: idOf(index) },
        ...described[index],
        ...call,
      }),
    ),
  );
  const groups = groupsOf(openCalls(journal.state), agent);
  for (const [at, group] of groups.entries()) {
    await askAhead(parts, alone(groups.slice(at)), (call) => contextOf(parts, call, boundOf(parts, 1)));
    await runTogether(parts, group);
  }
}

/** The calls before the next group that runs together. */
function alone(groups: readonly ToolEntry[][]): ToolEntry[] {
  const together = groups.findIndex(({ length }) => length > 1);
  return groups.slice(0, together < 0 ? groups.length : together).flat();
}

function boundOf({ journal, traits, most }: CallParts, calls: number): number {
  const allowed = outputLimit(journal.state, calls, traits);
  return Math.min(allowed, most ?? allowed);
}

/** Limit without a known window. UTF-16 units, as all below. */
const withoutWindow = 16_000;

/** An eighth of the window at four units a token, and never more than a person would read. */
const usualBound = { least: 4_000, most: 32_000 } as const;

/** Too few tokens for any answer; the window is then full, and the next request fails with that. */
const fewestUnits = 400;

/**
 * The most UTF-16 units of one tool result, when `together` calls run at once: about an eighth of the window, and no more than the free
 * window if each unit is a token, as digits and Chinese nearly are.
 */
export function outputLimit(
  state: SessionState,
  together: number,
  { compaction }: Pick<ModelTraits, "compaction"> = {},
): number {
  const { window, prefix } = state;
  if (window === undefined) return withoutWindow;
  const share = Math.max(usualBound.least, Math.min(usualBound.most, Math.floor(window / 8) * 4));
  const after = afterCompaction(prefix, window);
  const needed = contextLedger(state).used;
  // When the window is nearly full, a compaction precedes the new output; folding outputs frees too little for it.
  const before =
    compaction === "fold" || needed - after < window * worthABreak ? needed : Math.min(needed, after);
  const room = window - before - replyReserve(window);
  return Math.max(fewestUnits, Math.min(share, Math.floor(room / together)));
}

/** The most tokens before a new output, after a compaction. */
function afterCompaction({ system, tools }: Prefix, window: number): number {
  const { task, notes, facts, account } = compactionBudgets(window);
  const fixed = estimatePrompt({ messages: [{ role: "system", content: system }], tools });
  return fixed + task + Math.max(notes + facts, account) + leastReply;
}

/** The reply with the calls stays. Tokens, approximate. */
const leastReply = 256;

/** Runs calls side by side. When one cannot be logged, the others are stopped: the log would not show what they do. */
async function runTogether(parts: CallParts, group: readonly ToolEntry[]): Promise<void> {
  const stop = new Cancellation(parts.cancel);
  const bound = boundOf(parts, group.length);
  const running = group.map((call) => {
    const context = contextOf({ ...parts, cancel: stop }, call, bound);
    return runCall(parts, call, context).catch((error: unknown) => {
      stop.cancel();
      throw error;
    });
  });
  const settled = await Promise.allSettled(running);
  stop.release();
  const failed = settled.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

function groupsOf(calls: readonly ToolEntry[], agent: AgentParts): ToolEntry[][] {
  const groups: ToolEntry[][] = [];
  let together = false;
  for (const call of calls) {
    const tool = toolNamed(agent, call.tool);
    const beside = !call.rejected && (tool?.alongside?.(argumentsOf(call)) ?? false);
    const concurrent = beside || (tool?.concurrent ?? false);
    const group = groups.at(-1);
    if (group && concurrent && together) group.push(call);
    else groups.push([call]);
    together = concurrent;
  }
  return groups;
}

/** How often a call is assessed and asked about when its preconditions change between question and run. */
const mostAssessments = 3;

/**
 * Runs one requested call: assess, gate, execute, settle; it was described when it was requested. Each stage maps a value to a
 * value; questions are logged where they are asked, results here. Every call gets an answer, whatever happens.
 */
async function runCall(parts: CallParts, call: ToolEntry, context: ToolContext): Promise<void> {
  const { answers, refusal, asks } = await askBefore(parts, call);
  const outcome = refusal ?? (await outcomeOf(parts, call, { context, asks }));
  // The call ended without an answer: withdraws its question.
  parts.ahead.get(call.callId)?.end();
  parts.ahead.delete(call.callId);
  await parts.journal.append(...(await settleCall(parts, call, { ...outcome, hooks: answers })));
  const { startedJob } = outcome.result;
  const { sessionId } = parts.journal.state;
  if (startedJob && sessionId !== undefined) parts.agent.jobs?.announced(sessionId, startedJob.job);
}

async function outcomeOf(
  parts: CallParts,
  call: ToolEntry,
  { context, asks }: { context: ToolContext; asks: boolean },
): Promise<CallOutcome> {
  const { agent, journal, cancel, live, turnId } = parts;
  const { callId } = call;
  if (call.rejected) {
    const spec = journal.state.prefix.tools.find(({ name }) => name === call.tool);
    return rejectedCall(rejectionText(call.tool, call.rejected, spec));
  }
  if (cancel.aborted) return stoppedCall;
  const tool = toolNamed(agent, call.tool);
  if (!tool) return goneTool(call.tool);
  // Calls that a plan forbids are not assessed: that may cost as much as running them.
  if (journal.state.mode === "plan" && !mayOnlyRead(call.subject ?? { opaque: true }))
    return plannedCall(context.texts);

  const args = argumentsOf(call);
  if (tool.question) return askQuestion(parts, call, tool.question(args));
  for (let time = 1; time <= mostAssessments; time++) {
    const assessment = await assessCall(agent.host, call, { tool, args, context });
    if (!assessment) return stoppedCall;
    const { risk, refused, binding = {}, change } = assessment;
    if (refused) return { result: refused, risk };
    const gated = await gateCall(agent, call, { state: journal.state, assessment, asks });
    const refusal = await passGate(parts, call, assessment, gated);
    if (refusal) return refusal;
    if (cancel.aborted) return stoppedCall;

    await journal.append({ type: "tool.started", turnId, callId, ...(change && { change }) });
    const ask: ToolContext["ask"] = (question) => putQuestion(parts, call, question);
    const approved = { ...context, approved: binding, ask };
    const { result, durationMs } =
      (await parts.early?.take(call, approved)) ??
      (await executeCall(agent, call, { tool, args, context: approved }));
    live.outputDone(callId);
    if (result.outcome !== "stale") return { result, risk, durationMs };
  }
  return staleCall;
}

/** A call that would run now without approval. */
type ForeseenCall = {
  entry: ToolEntry;
  tool: Tool;
  args: CallArguments;
  context: ToolContext;
  assessment: Assessment;
};

/**
 * Judges a call that is not requested yet as if it were; undefined when it would be refused or asked about, or hooks run before calls.
 * `index`: its place among its reply's calls. `readOnly`: undefined for a call that may do more than read, too.
 */
export async function foreseeCall(
  parts: Omit<CallParts, "early">,
  call: LandedToolCall,
  { index = 0, readOnly = false } = {},
): Promise<ForeseenCall | undefined> {
  const { agent, journal, turnId, cancel } = parts;
  const { state } = journal;
  const tool = toolNamed(agent, call.tool);
  const { subject } = await describeCall(agent, call, { sessionId: state.sessionId, turnId });
  if (!tool || !subject || (readOnly && !mayOnlyRead(subject))) return undefined;
  if (await agent.hooks?.stages?.any("before_call", state.workspace)) return undefined;
  const entry: ToolEntry = {
    ...{ kind: "tool", turnId, seq: state.lastSeq, at: state.changedAt, changes: [], folded: false },
    ...{ callId: callName.of(state.calls + 1 + index), step: state.openTurn?.step ?? 1, status: "requested" },
    ...{ tool: call.tool, arguments: call.arguments, subject },
  };
  const args = argumentsOf(call);
  const context = contextOf(parts, entry, outputLimit(state, 1));
  const assessment = await assessCall(agent.host, entry, { tool, args, context });
  if (!assessment || assessment.refused || (readOnly && assessment.risk !== "read")) return undefined;
  const { decision } = await gateCall(agent, entry, { state, assessment });
  return decision.kind === "allow" && !cancel.aborted
    ? { entry, tool, args, context, assessment }
    : undefined;
}

/** A tool ends within 500 ms of a stop; this is the longest wait for one that does not. Milliseconds. */
const longestStop = 5_000;

/** Stage 4, the run itself. Never throws: a tool that breaks is an answer, and its stack is reported. */
export async function executeCall(
  { host }: Pick<AgentParts, "host">,
  call: ReportedCall,
  { tool, args, context }: { tool: Tool; args: CallArguments; context: ToolContext },
): Promise<ExecutedCall> {
  const startedAt = host.now();
  const failed = (error: unknown) => host.report(`tool ${call.tool}`, error, idsOf(call, context));
  const running = ran(() => tool.run(args, context), failed);
  const result = await soonAfterCancel(running, context.cancel, { host, ms: longestStop });
  return { result: result ?? unstoppable, durationMs: Math.round(host.now() - startedAt) };
}

const unstoppable: ToolResult = {
  outcome: "error",
  content: "Stopped by the user. It may go on for a while; check before you do it again.",
};

async function ran(
  run: () => Promise<ToolResult | StaleCall>,
  report: (error: unknown) => string,
): Promise<ToolResult | StaleCall> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof KestrelError && error.code !== "internal")
      return { outcome: "error", content: `The call failed: ${error.message}.` };
    const content = "The call failed: the tool failed inside Kestrel.";
    return { outcome: "error", content, report: report(error) };
  }
}

type QuestionParts = Pick<CallParts, "agent" | "journal" | "questions" | "turnId" | "cancel">;

const goOn = "Decide yourself, and say what you assumed.";

/** Asks the user the model's question, and answers the call with their text. */
async function askQuestion(
  parts: QuestionParts,
  call: ToolEntry,
  question: PersonQuestion,
): Promise<CallOutcome> {
  return answerOf(await putQuestion(parts, call, question));
}

/** Puts one question of a call to the person; resolves when its end is in the log. */
async function putQuestion(
  { agent, journal, questions, turnId, cancel }: QuestionParts,
  { callId }: ToolEntry,
  { question, choices, server }: PersonQuestion,
): Promise<QuestionAnswer> {
  if (cancel.aborted) return { end: "expired" };
  const digest = agent.host.digest(
    JSON.stringify([callId, question, choices ?? [], ...(server === undefined ? [] : [server])]),
  );
  const answered = questions.ask(callId, digest, (answer) =>
    journal.append({ type: "question.answered", turnId, callId, digest, ...answer }),
  );
  // A stop may end the question before its answer is waited for.
  answered.catch(() => undefined); // expected: it is awaited below
  try {
    await journal.append({
      ...{ type: "question.asked", turnId, callId, digest, question, choices },
      ...(server !== undefined && { server }),
    });
  } catch (error) {
    questions.withdraw(callId);
    throw error;
  }
  return answered;
}

function answerOf({ end, text = "" }: QuestionAnswer): CallOutcome {
  switch (end) {
    case "answered":
      return { result: { outcome: "ok", content: `The user answered: ${text}` }, risk: "read" };
    case "dismissed":
      return { result: { outcome: "ok", content: `The user did not answer. ${goOn}` }, risk: "read" };
    case "nobody":
      return { result: { outcome: "error", content: `No user is there to answer. ${goOn}` }, risk: "read" };
    case "expired":
      return stoppedCall;
    default:
      return end satisfies never;
  }
}
