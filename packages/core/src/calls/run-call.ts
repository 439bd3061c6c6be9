import { type EventBody, mayOnlyRead, type ToolEntry } from "@kestrel/protocol";
import { secondLook } from "../crew/review/second-look.ts";
import type { PermissionDecision } from "../ports/call-hooks.ts";
import type { Assessment, ToolContext } from "../ports/tool.ts";
import { askBefore } from "./ask-about-call.ts";
import { askQuestion, putQuestion } from "./ask-question.ts";
import { assessCall } from "./assess-call.ts";
import type { ApprovalAnswer, CallParts } from "./call-parts.ts";
import { argumentsOf, toolNamed } from "./describe-call.ts";
import { executeCall } from "./execute-call.ts";
import { type GatedCall, gateCall } from "./gate-call.ts";
import {
  deniedCall,
  forbiddenCall,
  goneTool,
  plannedCall,
  rejectedCall,
  staleCall,
  stoppedCall,
} from "./not-run.ts";
import { rejectionText } from "./reject-call.ts";
import { type CallOutcome, settleCall } from "./settle-call.ts";

/** What lets a call through that the mode would ask about. */
type Allowance = Exclude<Extract<PermissionDecision, { kind: "allow" }>, { by: "mode" }>;

/** So often a call is assessed and asked about when the ground moves between question and run. */
const mostAssessments = 3;

/**
 * The way of one requested call: assess, gate, execute, settle; it was described when it was requested. Each stage makes a
 * value of a value, and what happened is logged here and nowhere else. Every call gets an answer, whatever happens.
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
    const assessment = await assessCall(agent, call, { tool, args, context });
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

/** Undefined when the call may run; otherwise the answer that stands in its place. */
async function passGate(
  parts: CallParts,
  call: ToolEntry,
  assessment: Assessment,
  { decision, digest, ...how }: GatedCall,
): Promise<CallOutcome | undefined> {
  switch (decision.kind) {
    case "allow":
      if (decision.by !== "mode")
        await parts.journal.append(allowanceUsed(parts, call, assessment, { decision, digest }));
      return undefined;
    case "deny":
      return decision.reason === undefined ? plannedCall : forbiddenCall(decision.reason);
    case "ask": {
      if (parts.cancel.aborted) return stoppedCall;
      const answer = await askPerson(parts, call, assessment, { digest, ...how });
      if (answer.decision === "allowed") return undefined;
      return answer.decision === "expired" ? stoppedCall : deniedCall(answer.reason);
    }
    default:
      return decision satisfies never;
  }
}

/** A call that runs on an earlier answer or a rule says so in one event: nobody was asked. */
function allowanceUsed(
  { turnId }: CallParts,
  { callId }: ToolEntry,
  { risk, reasons }: Assessment,
  { decision, digest }: Pick<GatedCall, "digest"> & { decision: Allowance },
): EventBody {
  const by =
    decision.by === "rule"
      ? {
          ...{ by: "rule" as const, rules: [...decision.rules] },
          ...(decision.origins && { origins: [...decision.origins] }),
        }
      : { by: "grant" as const, scope: "session" as const };
  const asked = { turnId, callId, digest, risk, reasons: [...reasons] };
  return { type: "approval.resolved", ...asked, decision: "allowed", ...by };
}

/** Asks, and resolves when the answer is in the log. A second look begins behind the question and ends with the answer. */
async function askPerson(
  parts: CallParts,
  call: ToolEntry,
  assessment: Assessment,
  { digest, trace, rules }: Omit<GatedCall, "decision">,
): Promise<ApprovalAnswer> {
  const { journal, approvals, turnId } = parts;
  const { callId } = call;
  const { risk, reasons, preview } = assessment;
  const look = secondLook(parts, call, assessment, digest);
  const answered = approvals.ask(callId, digest, (answer) => {
    const by = answer.decision === "expired" ? "end" : "user";
    return journal.append({ type: "approval.resolved", turnId, callId, digest, by, ...answer });
  });
  // A stop may end the question before anybody waits for its answer.
  answered.catch(() => undefined);
  try {
    await journal.append({
      type: "approval.requested",
      turnId,
      callId,
      digest,
      risk,
      reasons: [...reasons],
      preview,
      trace: [...trace],
      ...(rules && { rules: [...rules] }),
      ...(look && { reviewer: look.reviewer }),
    });
  } catch (error) {
    approvals.withdraw(callId);
    throw error;
  }
  look?.begin();
  return answered.finally(() => look?.stop());
}
