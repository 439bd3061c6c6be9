/** How often a random story is told: `usual` times in `npm test`, `long` times in `pnpm test:soak`, which has the same file. */
export function rounds(usual: number, long: number): number {
  return process.env.KESTREL_SOAK === "1" ? long : usual;
}
