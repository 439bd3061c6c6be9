import { type AnsweredCall, signatureOf } from "./call-signature.ts";

/** From this repetition on a turn is a loop. */
const loopFrom = 4;

export type Repetition = {
  /** How often the newest call was made with the same result since a file last changed, this time included. */
  times: number;
  /** The first of them. */
  first?: AnsweredCall;
  /** Nothing new was learned between the last two of them. */
  idle: boolean;
};

/**
 * How the newest call repeats earlier ones. A different result is progress, so polling something that changes is no
 * repetition; neither is a call after a file was changed.
 */
export function repetitionOf(calls: readonly AnsweredCall[]): Repetition {
  const newest = calls.at(-1);
  if (!newest || newest.changes.length > 0) return { times: 1, idle: false };
  const wanted = signatureOf(newest);
  const since = calls.slice(calls.findLastIndex(({ changes }) => changes.length > 0) + 1);
  const signatures = since.map(signatureOf);
  const places = signatures.flatMap((signature, place) => (signature === wanted ? [place] : []));
  const before = places.at(-2);
  const between = before === undefined ? [] : signatures.slice(before + 1, -1);
  const known = new Set(signatures.slice(0, before));
  return {
    times: places.length,
    first: since[places[0] ?? -1],
    idle: before !== undefined && between.every((signature) => known.has(signature)),
  };
}

/** Whether the newest call makes the turn a loop that leads nowhere. */
export function isDoomed(calls: readonly AnsweredCall[]): boolean {
  const { times, idle } = repetitionOf(calls);
  return times >= loopFrom && idle;
}
