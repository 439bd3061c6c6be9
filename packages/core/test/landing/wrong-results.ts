import type { LandedCall, LandedReply, OpenAITool } from "../../src/index.ts";
import { findProblem } from "../../src/landing/schema/find-problem.ts";
import { asText, dense, isBetweenOwnMarks } from "./between-own-marks.ts";
import type { Mutated, MutatedParameters, MutatedRefusal } from "./mutations.ts";
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
 * A text as JSON would write the strings that Python has in it between double quotes: there `\'` is an apostrophe, and a backslash before a sign that Python
 * does not escape stands for itself. What the two read alike stays, and so does what Python alone escapes (`\a`, `\x41`).
 */
function asPython(text: string): string {
  return text.replace(/\\([\s\S])/g, (found, sign: string) =>
    sign === "'" ? sign : /[\\"abfnrtvxuUN0-7\n]/.test(sign) ? found : `\\${found}`,
  );
}

/**
 * True if all arguments of a call stand in a text as one valid object of JSON, or as one valid call of Python, blanks apart: nothing had to be repaired,
 * every end is sure, and what is valid is never touched.
 */
function isValidIn(text: string, call: LandedCall): boolean {
  const literal = (value: unknown) =>
    typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);
  const members = Object.entries(call.arguments).map(([name, value]) => `${name}=${literal(value)}`);
  return (
    dense(text.replaceAll("\\/", "/")).includes(dense(JSON.stringify(call.arguments))) ||
    dense(asPython(text)).includes(dense(`${call.name}(${members.join(",")})`))
  );
}

/** The texts of a call whose letters do not stand in what it was read from. */
function unwritten(call: LandedCall, text: string): unknown[] {
  const source = letters(text);
  return Object.values(call.arguments).filter(
    (value) => typeof value === "string" && !source.includes(letters(value)),
  );
}

/** What is wrong with what a refused text was read as after it was damaged. */
export function wrongAgain({ text, tools }: MutatedRefusal, { calls }: LandedReply): unknown[] {
  return calls.flatMap((call) => [
    ...(isValidIn(text, call)
      ? []
      : swallowed(call).filter(
          (value) =>
            !isBetweenOwnMarks(text, call, value, Object.keys(schemaOf(call, tools)?.properties ?? {})),
        )),
    ...unfit(call, tools),
    ...unwritten(call, text),
  ]);
}

/** The calls that lack a parameter, or have one too many, and are not sign for sign what their text says. */
export function lostParameters(
  { family, text, parameters }: MutatedParameters,
  { calls }: LandedReply,
): LandedCall[] {
  const own = renderings.find((one) => one.family === family);
  if (calls.map((call) => own?.render(call as Call)).join("\n") === text) return [];
  return calls.filter((call) => Object.keys(call.arguments).length !== parameters);
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
  return calls.flatMap((call) => [
    ...(says && isValidIn(damaged.text, call) ? [] : swallowed(call)),
    ...(says ? [] : invented(call, damaged)),
    ...unfit(call, tools),
    ...unwritten(call, damaged.text),
  ]);
}

type Schema = OpenAITool["function"]["parameters"] | undefined;

function schemaOf(call: LandedCall, tools: readonly OpenAITool[]): Schema {
  return tools.find((tool) => tool.function.name === call.name)?.function.parameters;
}

/** What does not fit the schema of its tool. */
function unfit(call: LandedCall, tools: readonly OpenAITool[]): unknown[] {
  const schema = schemaOf(call, tools);
  return schema && !findProblem(call.arguments as never, schema) ? [] : [call];
}
