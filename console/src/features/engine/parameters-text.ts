const steps = [
  { from: 999_500_000, unit: 1e9, sign: "B" },
  { from: 999_500, unit: 1e6, sign: "M" },
  { from: 0, unit: 1e3, sign: "k" },
] as const;

/** A model's parameter count in the usual notation: 8.2 B, 270 M, 14 k. */
export function parametersText(parameters: number, write: (value: number) => string): string {
  const { unit, sign } = steps.find(({ from }) => parameters >= from) ?? steps[2];
  return `${write(parameters / unit)} ${sign}`;
}
