import type { Sequence } from "../sequence.ts";
import type { SessionState } from "../session-state.ts";
import type { Entry } from "../timeline.ts";
import type { LedgerAccount } from "./ledger-block.ts";
import type { LedgerSums } from "./ledger-sums.ts";

export type LedgerMark = LedgerAccount<LedgerSums>;

/** The other inputs of an account of the same entries. */
type Ground = Pick<SessionState, "timeline" | "measured" | "compacted" | "instructions" | "fixedCount"> & {
  model: string | undefined;
  counts: number;
};

type Kept = { ground: Ground; marks: readonly LedgerMark[] };

/** By the prefix, which lives as long as its session. */
const known = new WeakMap<SessionState["prefix"], Kept>();

/**
 * Where marks are worth storing, first to last: the newest two messages, since counts and folds replace entries after them, and the newest
 * block, which grows.
 */
export function markedPlaces(timeline: Sequence<Entry>): number[] {
  const places: number[] = [];
  let at = timeline.length;
  for (const { kind } of timeline.backwards()) {
    at--;
    if (kind === "tool" || (places.length > 0 && kind !== "user")) continue;
    places.push(at);
    if (places.length === 3) break;
  }
  return places.reverse();
}

/** The marks that are still valid for `state`, in order. */
export function marksOf(state: SessionState, model: string | undefined, counts: number): LedgerMark[] {
  const kept = known.get(state.prefix);
  if (!kept) return [];
  const { ground, marks } = kept;
  const same =
    ground.model === model &&
    ground.counts === counts &&
    ground.compacted === state.compacted &&
    ground.instructions === state.instructions &&
    ground.fixedCount === state.fixedCount;
  if (!same) return [];
  const shared = ground.timeline.sharedLength(state.timeline);
  const countedAt = state.measured?.source === "server" ? state.measured.entries : undefined;
  return marks.filter(
    ({ at, measured }) =>
      at <= shared &&
      (ground.measured === state.measured || (!measured && (countedAt === undefined || countedAt >= at))),
  );
}

/** The entry up to which an account was last made. */
export function accountedUpTo({ prefix }: Pick<SessionState, "prefix">): number {
  return known.get(prefix)?.ground.timeline.length ?? 0;
}

export function keepMarks(
  { prefix, timeline, measured, compacted, instructions, fixedCount }: SessionState,
  model: string | undefined,
  counts: number,
  marks: readonly LedgerMark[],
): void {
  known.set(prefix, {
    ground: { timeline, measured, compacted, instructions, fixedCount, model, counts },
    marks,
  });
}
