import { randomInt } from "node:crypto";

/** The seed of one run: `KESTREL_SEED`, or a new one. It is printed, so that what a test met can be met again. */
export function seedOf(run: string): number {
  const seed = Number(process.env.KESTREL_SEED ?? randomInt(1_000_000));
  console.log(`${run}: seed ${seed}`);
  return seed;
}

/** Pseudo random numbers that are the same on every machine (mulberry32, then Box-Muller for the bell curve). */
export function seededRandom(seed: number): { uniform: () => number; normal: () => number } {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    return radius * Math.cos(2 * Math.PI * uniform());
  };
  return { uniform, normal };
}
