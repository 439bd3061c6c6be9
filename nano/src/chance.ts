/** Chances that come out the same for the same seed, whatever the machine. */
export type Chance = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  maybe(probability: number): boolean;
  pick<One>(from: readonly One[]): One;
  /** Picks by weight. */
  weighed<One>(from: readonly (readonly [One, number])[]): One;
};

/** The 32-bit generator "mulberry32": small, quick, and even enough to mix sentences. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <One>(from: readonly One[]): One => {
    const one = from[Math.floor(next() * from.length)];
    if (one === undefined) throw new Error("there is nothing to pick from");
    return one;
  };
  return {
    next,
    pick,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    maybe: (probability) => next() < probability,
    weighed: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [one, weight] of from) {
        left -= weight;
        if (left < 0) return one;
      }
      return pick(from)[0];
    },
  };
}
