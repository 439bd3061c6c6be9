import { alwaysAsks, type SessionState, type ToolEntry } from "@kestrel/protocol";
import { approvalSubject } from "../permission/approval-subject.ts";
import { decidePermission } from "../permission/decide-permission.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { PermissionDecision } from "../ports/call-hooks.ts";
import type { Assessment } from "../ports/tool.ts";

/** What the gate came to: the decision, and the digest that an answer or a grant is bound to. */
export type GatedCall = { decision: PermissionDecision; digest: string };

/** Stage 3, whether the call may run, must be asked about, or is denied. */
export async function gateCall(
  { host, hooks }: AgentParts,
  call: ToolEntry,
  { state, assessment }: { state: SessionState; assessment: Assessment },
): Promise<GatedCall> {
  const { mode, workspace, grants } = state;
  const { risk, reasons, binding } = assessment;
  const digest = host.digest(approvalSubject(workspace, call, binding));
  const decision = decidePermission({ mode, risk, alwaysAsks: alwaysAsks(reasons), digest, grants });
  const hooked = await hooks?.calls?.gate?.(call, decision, assessment);
  return { decision: hooked ? stricter(decision, hooked) : decision, digest };
}

const strictness = { allow: 0, ask: 1, deny: 2 } as const;

/** Nobody behind the gate makes it weaker. */
function stricter(one: PermissionDecision, other: PermissionDecision): PermissionDecision {
  return strictness[other.kind] > strictness[one.kind] ? other : one;
}
