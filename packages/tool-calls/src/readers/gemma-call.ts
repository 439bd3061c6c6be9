import type { GemmaForm } from "../grammar/compile.ts";
import { type JsonReading, readJson, readQuoted } from "../json/read-json.ts";
import { closedEarly } from "./json-calls.ts";
import { findCloser, matchAt, type ParseContext } from "./parse-context.ts";
import { broken, complete, cut, type ParseResult } from "./parse-result.ts";

const memberBehind = /[\s}\]),;]{0,40}(?![\s}\]),;]|call:)[^\s{}<>:]{1,80}:(?=\S)/y;

/** The members in JSON, or with texts between the family's own quotes. */
function readMembersOf(
  { text, fuel, tools, marks }: ParseContext,
  quotes: readonly string[],
  brace: number,
  name: string,
): JsonReading {
  const keys = tools.keysOf(name);
  const json = readJson(text, brace, { fuel, keys });
  if (json.strict && !quotes.some((quote) => text.slice(brace, json.end).includes(quote))) return json;
  const near = text.slice(brace, brace + 400);
  const quote = quotes.find((one) => near.includes(one)) ?? quotes[0] ?? '"';
  const reading = readQuoted(text, brace, { fuel, keys, quote });
  // Another call between them: a quote is missing, and two values were taken for one.
  const crosses = text
    .slice(brace + 1, reading.end)
    .split(quote)
    .some((value) => marks.gemma.some(({ inside }) => inside.test(value)) && !value.match(marks.anyClose));
  return crosses ? { ...reading, ending: "broken" } : reading;
}

/** `call:name{key:<escape>text<escape>}`, as Gemma's function models write it; JSON behind the name will do. */
export function readGemma(
  context: ParseContext,
  { head, quotes }: GemmaForm,
  from: number,
): ParseResult | undefined {
  const { text } = context;
  const start = matchAt(head, text, from);
  const name = start?.groups?.name;
  if (!start || name === undefined) return undefined;
  const brace = from + start[0].length;
  const { ending, end, value, last } = readMembersOf(context, quotes, brace, name);
  if (ending === "cut") return cut([], text.length);
  if (ending === "broken") {
    const closer = findCloser(context, brace);
    return broken([], closer < 0 ? text.length : closer, "the members cannot be read");
  }
  if (ending === "complete" && matchAt(memberBehind, text, end)) return broken([], end, closedEarly);
  const open = ending === "open" ? { open: last } : {};
  return complete([{ name, arguments: { kind: "value", value }, ...open }], end);
}
