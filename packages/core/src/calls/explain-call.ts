import type { CallId, Mode, PermissionStep, PermissionVerdict } from "@kestrel/protocol";
import { neverCancelled } from "../cancel/cancellation.ts";
import { KestrelError } from "../errors.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CallArguments } from "../ports/tool.ts";
import { assessCall, describeCall, gateCall, toolNamed } from "./pass-gate.ts";

/** A call that no model made. */
export type ImaginedCall = { tool: string; args: CallArguments; workspace: string; mode: Mode };

/** The permission decision about a call in a new session, its steps, and the rules that would allow it. */
export type ExplainedCall = {
  decision: PermissionVerdict;
  trace: readonly PermissionStep[];
  rules?: readonly string[];
};

/** Judges a call as it would be judged if a model made it now. Nothing is run and the person is not asked. */
export async function explainCall(
  agent: Pick<AgentParts, "tools" | "catalog" | "hooks" | "host" | "permissions">,
  { tool: name, args, workspace, mode }: ImaginedCall,
): Promise<ExplainedCall> {
  const tool = toolNamed(agent, name);
  if (!tool) throw new KestrelError("not_found", "no such tool", { tool: name });
  const callId = "c0" as CallId;
  const landed = { tool: name, arguments: JSON.stringify(args) };
  const call = { callId, ...landed, subject: (await describeCall(agent, landed, {})).subject };
  const context = {
    ...{ workspace, outputLimit: 1_000, callName: "explained", cancel: neverCancelled },
    lastSeen: () => undefined,
    show: () => {},
  };
  const assessment = await assessCall(agent.host, call, { tool, args, context });
  if (!assessment) throw new KestrelError("internal", "an assessment was stopped");
  if (assessment.refused)
    return { decision: "deny", trace: [{ step: "mode", params: { mode } }, { step: "tool_refuses" }] };
  const state = { mode, workspace, grants: [] };
  const { decision, trace, rules } = await gateCall(agent, call, { state, assessment });
  return { decision: decision.kind, trace, ...(rules && { rules }) };
}
