import type { EventBody, StandingRule, TurnId } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { secondLook } from "../crew/review/second-look.ts";
import { textsOf } from "../model-traits/texts-of.ts";
import { approvalSubject } from "../permission/approval-subject.ts";
import { decidePermission, type Judgement } from "../permission/decide-permission.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { PermissionDecision } from "../ports/gate-hook.ts";
import type { Assessment } from "../ports/tool.ts";
import type { CallParts } from "./call-parts.ts";
import type { ApprovalAnswer } from "./pending-answers.ts";
import { type CallOutcome, deniedCall, forbiddenCall, plannedCall, stoppedCall } from "./settle-call.ts";

/** What lets a call through that the mode would ask about. */
type Allowance = Exclude<Extract<PermissionDecision, { kind: "allow" }>, { by: "mode" }>;

/** What asking the user about a call and logging the answer needs. */
type GateParts = Pick<CallParts, "agent" | "journal" | "turnId" | "cancel" | "approvals" | "ahead">;

/** Undefined when the call may run; otherwise the result that replaces it. */
export async function passGate(
  parts: GateParts,
  call: ToolEntry,
  assessment: Assessment,
  { decision, digest, ...how }: GatedCall,
): Promise<CallOutcome | undefined> {
  const texts = textsOf(parts.agent, parts.journal.state);
  const before = parts.ahead.get(call.callId);
  parts.ahead.delete(call.callId);
  const isAsked = decision.kind === "ask" && before?.digest === digest;
  if (!isAsked) before?.end();
  switch (decision.kind) {
    case "allow":
      if (decision.by !== "mode")
        await parts.journal.append(allowanceUsed(parts.turnId, call, assessment, { decision, digest }));
      return undefined;
    case "deny":
      return decision.reason === undefined ? plannedCall(texts) : forbiddenCall(decision.reason);
    case "ask": {
      if (parts.cancel.aborted) return stoppedCall;
      const answer = await (isAsked
        ? before.answered
        : askPerson(parts, call, assessment, { digest, ...how }));
      if (answer.decision === "allowed") return undefined;
      return answer.decision === "expired" ? stoppedCall : deniedCall(answer.reason, texts);
    }
    default:
      return decision satisfies never;
  }
}

/** Logs that a call runs by an earlier answer or a rule, without a question. */
function allowanceUsed(
  turnId: TurnId,
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

/** Asks the person, and resolves when the answer is in the log. A review starts after the question and ends with the answer. */
export async function askPerson(
  parts: Omit<GateParts, "ahead">,
  call: ToolEntry,
  assessment: Assessment,
  { digest, trace, rules }: Omit<GatedCall, "decision">,
): Promise<ApprovalAnswer> {
  const { journal, approvals, turnId } = parts;
  const { callId } = call;
  const { risk, reasons, preview, report } = assessment;
  const look = secondLook(parts, call, assessment, digest);
  const answered = approvals.ask(callId, digest, (answer) => {
    const by = answer.decision === "expired" ? "end" : "user";
    return journal.append({ type: "approval.resolved", turnId, callId, digest, by, ...answer });
  });
  // A stop may end the question before its answer is waited for.
  answered.catch(() => undefined); // expected: it is awaited below
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
      ...(report !== undefined && { report }),
    });
  } catch (error) {
    approvals.withdraw(callId);
    throw error;
  }
  look?.begin();
  return answered.finally(() => look?.stop());
}

/** The gate's decision and its trace, and the digest that an answer or a grant is bound to. */
export type GatedCall = Judgement & { digest: string };

/** Stage 3, whether the call may run, must be asked about, or is denied. */
export async function gateCall(
  { host, hooks, permissions }: Pick<AgentParts, "host" | "hooks" | "permissions">,
  call: Pick<ToolEntry, "callId" | "tool" | "arguments" | "subject">,
  { state, assessment, asks = false }: { state: GateState; assessment: Assessment; asks?: boolean },
): Promise<GatedCall> {
  const { mode, workspace, grants, rules: ofSession = [], loadout } = state;
  const { tool, subject = { opaque: true } } = call;
  const digest = host.digest(approvalSubject(workspace, call, assessment.binding));
  const rules: StandingRule[] = [
    ...((await permissions?.rules(workspace)) ?? []),
    ...ofSession.map((rule): StandingRule => ({ verdict: "allow", rule, origin: "session" })),
    ...(["ask", "deny"] as const).flatMap((verdict) =>
      (loadout?.[verdict] ?? []).map((rule): StandingRule => ({ verdict, rule, origin: "loadout" })),
    ),
  ];
  const { places } = assessment;
  const judged = decidePermission({
    mode,
    tool,
    workspace,
    subject,
    places,
    assessment,
    digest,
    grants,
    rules,
  });
  // A stage hook counts before `hooks.gate`: a subagent's gate cannot ask the user, so it has to deny the call.
  const wanted: PermissionDecision =
    asks && judged.decision.kind === "allow" ? { kind: "ask" } : judged.decision;
  const told = (await hooks?.gate?.(call, wanted, assessment, { workspace, rules: judged.rules })) ?? wanted;
  const decision = strictness[told.kind] > strictness[wanted.kind] ? told : wanted;
  if (strictness[decision.kind] <= strictness[judged.decision.kind]) return { ...judged, digest };
  return { ...judged, decision, trace: [...judged.trace, { step: "hook" }], digest };
}

/** What of a session the gate looks at. */
export type GateState = Pick<SessionState, "mode" | "workspace" | "grants" | "rules" | "loadout">;

/** A check after the rules can only make a decision stricter. */
const strictness = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<
  PermissionDecision["kind"],
  number
>;
