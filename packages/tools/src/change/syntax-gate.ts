import type { ToolContext } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import { Refusal } from "../answer/refusal.ts";
import { languageOf } from "../syntax/language-of.ts";
import type { SyntaxChecker, SyntaxProblem } from "../syntax/syntax-checker.ts";
import { excerpt } from "./excerpt.ts";
import type { FailedAttempts } from "./failed-attempts.ts";
import type { PlannedChange } from "./planned-change.ts";

/** Refusals in a row after which the change is made: the gate may be wrong and must not cause a loop. */
const mostRefusals = 2;
const mostNamed = 3;

/** Refuses a change that breaks a file's syntax; returns the warning for a change that it allows after refusals. */
export type SyntaxGate = (change: PlannedChange, context: ToolContext) => Promise<string | undefined>;

export function syntaxGate(checker: SyntaxChecker, refusals: FailedAttempts): SyntaxGate {
  /** A call is assessed and then run: the second check of the same change is cached. */
  let latest: { change: PlannedChange; problems: readonly SyntaxProblem[] } | undefined;
  const problemsOf = async (change: PlannedChange) => {
    if (latest && isSame(latest.change, change)) return latest.problems;
    const before = change.beforeText;
    // A file that was not text had no valid syntax; the new text is judged by the file's name alone.
    const language = languageOf(change.place.path, before, change.afterText);
    const problems = language ? await checker.check(language, before, change.afterText) : [];
    latest = { change, problems };
    return problems;
  };
  return async (change, context) => {
    const problems = await problemsOf(change);
    const path = change.place.path;
    if (problems.length === 0) return undefined;
    const named = problems.slice(0, mostNamed).map(({ line, what }) => `line ${line}: ${what}`);
    if (refusals.count(context, path) >= mostRefusals)
      return `Warning: written as asked, though it looks broken:\n${named.join("\n")}\nCheck it by running it.`;
    refusals.add(context, path);
    throw new Refusal(refusalOf(change, named, problems[0]?.line ?? 1));
  };
}

function refusalOf(
  { place, before, afterText }: PlannedChange,
  named: readonly string[],
  line: number,
): string {
  const name = visibleName(place.path);
  const fate = before
    ? "Nothing was written: the file is unchanged."
    : "Nothing was written: there is no such file yet.";
  return [
    `That would break the syntax of ${name}. In the new text:`,
    ...named,
    `It would read:\n${excerpt(afterText, line, line, 2, 5)}`,
    `${fate} Send the change again with this put right.`,
  ].join("\n");
}

function isSame(one: PlannedChange, other: PlannedChange): boolean {
  if (one.place.path !== other.place.path || one.afterText !== other.afterText) return false;
  return (
    one.before === other.before || (one.before && other.before && one.before.equals(other.before)) === true
  );
}
