import type { SyntaxProblem } from "./syntax-checker.ts";

/**
 * The problems that a change adds, compared by kind and token, not by position: lines move. Fixing half of an existing problem may
 * show the other half under another name, so only a higher count is worse.
 */
export function worsened(
  before: readonly SyntaxProblem[],
  after: readonly SyntaxProblem[],
): readonly SyntaxProblem[] {
  if (after.length <= before.length) return [];
  const known = new Map<string, number>();
  for (const { key } of before) known.set(key, (known.get(key) ?? 0) + 1);
  return after.filter(({ key }) => {
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    return left === 0;
  });
}

/**
 * When a text was valid before, its problems are moved to the changed lines, wherever a parser reported them. Brackets keep their own
 * line: an unclosed one is better located by its opener.
 */
export function towardsChange(problem: SyntaxProblem, before: string, after: string): SyntaxProblem {
  if (/^(unclosed|unended|unexpected [)}\]])/.test(problem.key)) return problem;
  const old = before.split("\n");
  const now = after.split("\n");
  let first = 0;
  while (first < now.length - 1 && now[first] === old[first]) first += 1;
  let last = 0;
  while (
    last < now.length - first - 1 &&
    last < old.length - first &&
    now.at(-1 - last) === old.at(-1 - last)
  )
    last += 1;
  const line = Math.min(Math.max(problem.line, first + 1), now.length - last);
  return line === problem.line
    ? problem
    : { ...problem, line, what: `${problem.what} (noticed at line ${problem.line})` };
}
