import type { StandingRule } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { approvalSubject } from "../permission/approval-subject.ts";
import { decidePermission, type Judgement } from "../permission/decide-permission.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { PermissionDecision } from "../ports/gate-hook.ts";
import type { Assessment } from "../ports/tool.ts";

/** What the gate came to and how, and the digest that an answer or a grant is bound to. */
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
  // A stage hook's wish stands before the seam: who can ask nobody, as a helper, has to hear of it to deny it.
  const wanted: PermissionDecision =
    asks && judged.decision.kind === "allow" ? { kind: "ask" } : judged.decision;
  const told = (await hooks?.gate?.(call, wanted, assessment)) ?? wanted;
  const decision = strictness[told.kind] > strictness[wanted.kind] ? told : wanted;
  if (strictness[decision.kind] <= strictness[judged.decision.kind]) return { ...judged, digest };
  return { ...judged, decision, trace: [...judged.trace, { step: "hook" }], digest };
}

/** What of a session the gate looks at. */
export type GateState = Pick<SessionState, "mode" | "workspace" | "grants" | "rules" | "loadout">;

/** Nobody behind the gate makes it weaker. */
const strictness = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<
  PermissionDecision["kind"],
  number
>;
