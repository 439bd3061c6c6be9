/**
 * The share of the window from which on a compaction precedes the next request. Small windows fold earlier: a reply and a summary must
 * still fit.
 */
export function compactionMark(window: number): number {
  return Math.floor(window * (window < 16_384 ? 0.75 : 0.85));
}

/** The same when idle: slightly earlier, so that the cache miss seldom falls into a turn. */
export function idleMark(window: number): number {
  return Math.floor(compactionMark(window) * 0.92);
}

/** A compaction must free this share of the window; less is not worth a cache miss. */
export const worthABreak = 0.2;

/** Token limits for each part of what replaces the history. */
export type CompactionBudgets = {
  /** The first message, verbatim. */
  task: number;
  /** A model's summary. */
  notes: number;
  /** The log's facts added to it. */
  facts: number;
  /** The log's account used instead of it. */
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
