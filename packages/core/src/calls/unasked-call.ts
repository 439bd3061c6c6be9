import { callName } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import { outputLimit } from "../context/context-ledger.ts";
import { assessCall } from "./assess-call.ts";
import type { CallParts } from "./call-parts.ts";
import { contextOf } from "./context-of-call.ts";
import { argumentsOf, describeCall, toolNamed } from "./describe-call.ts";
import type { LandedToolCall } from "./landed-call.ts";
import { gateCall } from "./pass-gate.ts";

/** Whether a call that Kestrel makes by itself would run now without approval. */
export async function mayRunUnasked(parts: CallParts, call: LandedToolCall): Promise<boolean> {
  const { agent, journal, turnId, cancel } = parts;
  const { state } = journal;
  const tool = toolNamed(agent, call.tool);
  const { subject } = await describeCall(agent, call, { sessionId: state.sessionId, turnId });
  if (!tool || !subject || (await agent.hooks?.stages?.any("before_call", state.workspace))) return false;
  const entry: ToolEntry = {
    ...{ kind: "tool", turnId, seq: state.lastSeq, at: state.changedAt, changes: [], folded: false },
    ...{ callId: callName.of(state.calls + 1), step: state.openTurn?.step ?? 1, status: "requested" },
    ...{ tool: call.tool, arguments: call.arguments, subject },
  };
  const context = contextOf(parts, entry, outputLimit(state, 1));
  const assessment = await assessCall(agent.host, entry, { tool, args: argumentsOf(call), context });
  if (!assessment || assessment.refused) return false;
  const { decision } = await gateCall(agent, entry, { state, assessment });
  return decision.kind === "allow" && !cancel.aborted;
}
