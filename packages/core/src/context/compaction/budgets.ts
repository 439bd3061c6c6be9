/** From this share of the window on, room is made before the next request. Small windows fold earlier: a reply and a summary must still fit. */
export function compactionMark(window: number): number {
  return Math.floor(window * (window < 16_384 ? 0.75 : 0.85));
}

/** The same where nothing waits: a little earlier, so that the break seldom falls into a turn. */
export function idleMark(window: number): number {
  return Math.floor(compactionMark(window) * 0.92);
}

/** A compaction must free this share of the window; less is not worth a break. */
export const worthABreak = 0.2;

/** Tokens that each part of what replaces the history may take. */
export type CompactionBudgets = {
  /** The first message, in the user's own words. */
  task: number;
  /** The summary a model writes. */
  notes: number;
  /** What the log adds to it. */
  facts: number;
  /** What the log says in its place. */
  account: number;
};

export function compactionBudgets(window: number): CompactionBudgets {
  const share = (part: number, least: number, most: number) =>
    Math.max(least, Math.min(most, Math.floor(window / part)));
  return {
    task: share(16, 256, 4_096),
    notes: share(16, 384, 2_048),
    facts: share(32, 224, 1_024),
    account: share(10, 512, 4_096),
  };
}
