import type { LandedCall, LandedReply, OpenAITool } from "../../src/index.ts";
import { findProblem } from "../../src/landing/schema/find-problem.ts";
import type { Mutated, MutatedRefusal } from "./mutations.ts";
import { type Call, renderings } from "./render-call.ts";

/**
 * What only the markup of calls contains, whole or in pieces; no value that is damaged here does. Whatever holds it took markup for text, and nothing
 * excuses that.
 */
const markup =
  /<\\?\/?[|｜]?[\w|:]*(?:tool|param|arg_|invoke|function|content|path|command)|[|｜]>|\[\/?TOOL|_REQUEST|\[ARGS|minimax|"\s*:\s*["{]|<escape>|DSML|DATA\[/i;

/** The texts of a call that took markup for text. */
function swallowed(call: LandedCall): unknown[] {
  return Object.values(call.arguments).filter((value) => typeof value === "string" && markup.test(value));
}

/** How many characters of `text` are not, in this order, in `original`. */
function foreign(text: string, original: string): number {
  let row = new Array<number>(original.length + 1).fill(0);
  for (const char of text) {
    const next = [0];
    for (let at = 1; at <= original.length; at += 1)
      next[at] =
        char === original[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return text.length - (row[original.length] ?? 0);
}

/** A text with its line breaks as JSON writes them, so that a damaged escape counts as what was damaged. */
function written(value: string): string {
  return value.replace(/[\n\b\t\r\f]/g, (found) => JSON.stringify(found).slice(1, -1));
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Families that write a value on lines of its own: the line breaks around it are its room. */
const onLines = new Set(["Qwen3-Coder"]);

/** What was meant by a parameter; by one whose name was damaged it may be anything that was meant. */
function meantBy(call: LandedCall, parameter: string, { meant, family }: Mutated): string[] {
  const same = meant.filter(({ name }) => name === call.name);
  const known = same.flatMap((one) => (parameter in one.arguments ? [one.arguments[parameter]] : []));
  const all = meant.flatMap((one) => Object.values(one.arguments));
  const values = (known.length > 0 ? known : all).map(asText);
  return onLines.has(family) ? values.map((value) => `\n${value}\n`) : values;
}

/** The values of a call that hold more than the damage put into what was meant by them. */
function invented(call: LandedCall, damaged: Mutated): unknown[] {
  return Object.entries(call.arguments).flatMap(([parameter, value]) => {
    const given = asText(value);
    const strange = meantBy(call, parameter, damaged).flatMap((one) => [
      foreign(given, one),
      foreign(written(given), written(one)),
    ]);
    return Math.min(...strange) > damaged.inserted ? [value] : [];
  });
}

/**
 * A text without what a repair supplies or takes as it is: brackets that close, quotes around a literal, line breaks that nobody escaped, a backslash that
 * escapes nothing, a second colon.
 */
function plainly(text: string): string {
  return text
    .replace(/(<\|"\|>|<escape>|")(-?\d+|true|false|null)\1/g, "$2")
    .replace(/[}\])\s]|\\n/g, "")
    .replaceAll("\\\\", "\\")
    .replaceAll("::", ":");
}

/**
 * True if a damaged text is what its family writes for the calls that were read, or all of it but the marks at the end: then it says them, and nothing
 * tells that it was damaged.
 */
function saysThem({ family, text }: Mutated, calls: readonly LandedCall[]): boolean {
  const { render } = renderings.find((one) => one.family === family) ?? {};
  return (
    render !== undefined &&
    plainly(calls.map((call) => render(call as Call)).join("\n")).startsWith(plainly(text))
  );
}

/**
 * True if a text says `value` and nothing else there. In quotes, both of them there and all between escaped, it is valid and its ends are sure. Between
 * tags, where two damages had been done before: if the whole text is, sign for sign, what the family writes for the calls that were read, and the value
 * holds nothing that could end it. By then there were up to four, and another call is as near as the one that was meant.
 */
function isWritten(value: string, { family, text }: MutatedRefusal, calls: readonly LandedCall[]): boolean {
  if (text.includes(JSON.stringify(value))) return true;
  const own = renderings.find((one) => one.family === family);
  const isWhole = own && calls.map((call) => own.render(call as Call)).join("\n") === text;
  return isWhole === true && !own?.ends?.some((end) => value.includes(end));
}

/** What is wrong with what a refused text was read as after it was damaged: a value that took markup for text, and that the text does not say. */
export function wrongAgain(damaged: MutatedRefusal, { calls }: LandedReply): unknown[] {
  return calls.flatMap(swallowed).filter((value) => !isWritten(String(value), damaged, calls));
}

/** A text without what JSON and Python are written with. */
function letters(given: string): string {
  return given.replace(/\\[nrtbf]/g, "").replace(/[\s\b\\"']/g, "");
}

/** What is wrong with what a damaged text of calls was read as. */
export function wrongResults(
  damaged: Mutated,
  { calls }: LandedReply,
  tools: readonly OpenAITool[],
): unknown[] {
  const says = saysThem(damaged, calls);
  const source = letters(damaged.text);
  return calls.flatMap((call) => [
    ...swallowed(call).filter((value) => !(says && damaged.text.includes(JSON.stringify(value)))),
    ...(says ? [] : invented(call, damaged)),
    ...unfit(call, tools),
    ...Object.values(call.arguments).filter(
      (value) => typeof value === "string" && !source.includes(letters(value)),
    ),
  ]);
}

/** What does not fit the schema of its tool. */
function unfit(call: LandedCall, tools: readonly OpenAITool[]): unknown[] {
  const schema = tools.find((tool) => tool.function.name === call.name)?.function.parameters;
  return schema && !findProblem(call.arguments as never, schema) ? [] : [call];
}
