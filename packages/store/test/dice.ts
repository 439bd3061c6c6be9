/** A small seeded generator (mulberry32), so that a failing run can be had again. Numbers from 0 to below `limit`. */
export function dice(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}

/** The seed from KESTREL_TEST_SEED, or a new one; printed either way. */
export function chosenSeed(): number {
  const seed = Number(process.env.KESTREL_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.info(`KESTREL_TEST_SEED=${seed}`);
  return seed;
}
