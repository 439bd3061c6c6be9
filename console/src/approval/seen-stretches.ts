/** The parts of a text that were on the screen, in CSS pixels from its top; sorted and disjoint. */
export type Stretches = readonly (readonly [from: number, to: number])[];

/** Browsers round scroll positions; a gap below this hides no line. */
const roundingPx = 4;

/** `seen` with the part now on the screen added. */
export function withStretch(seen: Stretches, from: number, to: number): Stretches {
  if (to <= from) return seen;
  let [start, end] = [from, to];
  const apart: (readonly [number, number])[] = [];
  for (const one of seen) {
    if (one[1] < start - roundingPx || one[0] > end + roundingPx) apart.push(one);
    else [start, end] = [Math.min(start, one[0]), Math.max(end, one[1])];
  }
  return [...apart, [start, end] as const].sort((one, other) => one[0] - other[0]);
}

/** The start of the first part never shown; undefined when all `height` pixels were. */
export function firstUnseen(seen: Stretches, height: number): number | undefined {
  const [first] = seen;
  const shownTo = first && first[0] <= roundingPx ? first[1] : 0;
  return shownTo >= height - roundingPx ? undefined : shownTo;
}

/** How many of the `height` pixels were never shown. */
export function unseenHeight(seen: Stretches, height: number): number {
  const shown = seen.reduce((sum, [from, to]) => sum + Math.min(to, height) - Math.min(from, height), 0);
  return Math.max(0, height - shown);
}
