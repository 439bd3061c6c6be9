import type { CallId } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { estimateTokens } from "@kestrel/text";
import { foldedLine } from "./render.ts";

/** Outputs of the newest calls stay: the model is working with them. */
const keptCalls = 3;

/** Below this many tokens folding an output gains nothing. */
const worthFolding = 64;

export type Fold = { folded: CallId[]; freed: number };

/** Which tool outputs can become one line, oldest first, and about how many tokens that frees. Done once per session fill. */
export function foldStaleOutput(state: SessionState): Fold {
  const calls: ToolEntry[] = [];
  for (const entry of state.timeline) if (entry.kind === "tool") calls.push(entry);
  const stale = calls.slice(0, -keptCalls).filter((call) => !call.folded && gain(call) >= worthFolding);
  return {
    folded: stale.map((call) => call.callId),
    freed: stale.reduce((sum, call) => sum + gain(call), 0),
  };
}

function gain(call: ToolEntry): number {
  return estimateTokens(call.content ?? "") - estimateTokens(foldedLine(call));
}
