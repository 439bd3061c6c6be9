import type { CallId, CompactionCause } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import { replyReserve, type SessionState, type ToolEntry } from "@kestrel/session-state";
import { estimateTokens } from "@kestrel/text";
import { compactionMark, worthABreak } from "./compaction/budgets.ts";
import { foldedLine } from "./render.ts";

/** How the next request is made to fit: unchanged, by a summary, or by folded outputs. */
export type RoomPlan =
  | { kind: "fits" }
  | { kind: "compact"; why: Extract<CompactionCause, "asked" | "window"> }
  | ({ kind: "fold" } & Fold);

/**
 * Decides before any request or write. `needed`: tokens of the next request now; `asked`: the user requested it. An unknown window
 * always fits.
 */
export function planRoom(
  state: SessionState,
  needed: number,
  { asked, compaction }: { asked: boolean } & Pick<ModelTraits, "compaction">,
): RoomPlan {
  const { window } = state;
  if (asked) return { kind: "compact", why: "asked" };
  if (window === undefined) return { kind: "fits" };
  if (compaction === "fold")
    return needed + replyReserve(window) <= window ? { kind: "fits" } : foldFirst(state, window);
  return needed <= compactionMark(window) ? { kind: "fits" } : { kind: "compact", why: "window" };
}

/** For a model that was trained on folded outputs; if they free too little, only the user's messages stay. */
function foldFirst(state: SessionState, window: number): RoomPlan {
  const fold = foldStaleOutput(state);
  return fold.freed >= window * worthABreak ? { kind: "fold", ...fold } : { kind: "compact", why: "window" };
}

/** Outputs of the newest calls stay: the model is working with them. */
const keptCalls = 3;

/** Below this many tokens folding an output gains nothing. */
const worthFolding = 64;

type Fold = { folded: CallId[]; freed: number };

/** Which tool outputs can become one line, oldest first, and about how many tokens that frees. Done once per session fill. */
function foldStaleOutput(state: SessionState): Fold {
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
