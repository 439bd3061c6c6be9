import { mayOnlyRead } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { ToolContext } from "../ports/tool.ts";
import { askBefore } from "./ask-about-call.ts";
import { askQuestion, putQuestion } from "./ask-question.ts";
import { assessCall } from "./assess-call.ts";
import type { CallParts } from "./call-parts.ts";
import { argumentsOf, toolNamed } from "./describe-call.ts";
import { executeCall } from "./execute-call.ts";
import { gateCall } from "./gate-call.ts";
import { goneTool, plannedCall, rejectedCall, staleCall, stoppedCall } from "./not-run.ts";
import { passGate } from "./pass-gate.ts";
import { rejectionText } from "./reject-call.ts";
import { type CallOutcome, settleCall } from "./settle-call.ts";

/** So often a call is assessed and asked about when the ground moves between question and run. */
const mostAssessments = 3;

/**
 * The way of one requested call: assess, gate, execute, settle; it was described when it was requested. Each stage makes a
 * value of a value; what the person is asked is logged where it is asked, what happened here. Every call gets an answer,
 * whatever happens.
 */
export async function runCall(parts: CallParts, call: ToolEntry, context: ToolContext): Promise<void> {
  const { answers, refusal, asks } = await askBefore(parts, call);
  const outcome = refusal ?? (await outcomeOf(parts, call, { context, asks }));
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
  // What a plan does not do is not even looked at: judging it may cost as much as doing it.
  if (journal.state.mode === "plan" && !mayOnlyRead(call.subject ?? { opaque: true })) return plannedCall;

  const args = argumentsOf(call);
  if (tool.question) return askQuestion(parts, call, tool.question(args));
  for (let time = 1; time <= mostAssessments; time++) {
    const assessment = await assessCall(tool, args, context);
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
      (await executeCall(agent, { tool, args, context: approved }));
    live.outputDone(callId);
    if (result.outcome !== "stale") return { result, risk, durationMs };
  }
  return staleCall;
}
