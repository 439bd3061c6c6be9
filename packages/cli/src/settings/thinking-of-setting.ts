/** The setting `model.thinking` as a wish that backends understand: a number is a budget in tokens, `auto` no wish at all. */
export function thinkingOf<Level extends string>(
  setting: Level | "auto" | number | undefined,
): Exclude<Level, "auto"> | { budget: number } | undefined {
  if (setting === undefined || setting === "auto") return undefined;
  return typeof setting === "number" ? { budget: setting } : (setting as Exclude<Level, "auto">);
}
