import type { CompactionCause } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { compactionMark, worthABreak } from "./compaction/budgets.ts";
import { replyReserve } from "./context-ledger.ts";
import { type Fold, foldStaleOutput } from "./fold-stale-output.ts";

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
