/** Dice with a seed that is printed, so that a bad throw can be thrown again with KESTREL_TEST_SEED. */
export function dice(name: string): (sides: number) => number {
  const seed = Number(process.env.KESTREL_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`${name}: seed ${seed}`);
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}
