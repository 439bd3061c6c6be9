import { skipBlanks } from "../../json/blanks.ts";
import { readJson } from "../../json/read-json.ts";
import type { CallCandidate, Field } from "../call-candidate.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { complete, cut, type ParseResult } from "../parse-result.ts";
import { readXmlValue } from "./xml-value.ts";

const child = /<([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,80})>/uy;

function childTags(name: string, outer: string) {
  const tag = name.replaceAll(".", "\\.");
  const around = outer.replaceAll(".", "\\.");
  return {
    opener: "<(?<name>[\\p{L}_][^\\s<>/=!?|｜]{0,80})>",
    own: name,
    closer: `</${tag}\\s*>`,
    outerOpener: `<${around}>`,
    outer: `</${around}\\s*>`,
    marks: {
      fixed: [`<${name}>`, `</${name}>`, `<${outer}>`, `</${outer}>`, "]<]minimax[>["],
      named: [
        ["<", ">"],
        ["</", ">"],
      ] as const,
    },
  };
}

type Children = { fields: Field[]; end: number; ending: "complete" | "open" } | "cut" | undefined;

function twice(name: string): Field {
  return { name, text: `<${name}>`, unclear: `${name} is opened twice` };
}

/** `<key>value</key>` elements up to the closing tag of `outer`; behind a known one others may stand. */
export function readChildren(
  context: ParseContext,
  from: number,
  outer: string,
  expected: (name: string) => boolean,
  names: readonly string[],
): Children {
  const { text } = context;
  const known = (name: string) => expected(name) || (fields.length > 0 && text.includes(`</${outer}>`, at));
  const fields: Field[] = [];
  let at = skipBlanks(text, from);
  for (;;) {
    if (at >= text.length) return fields.length > 0 ? { fields, end: at, ending: "open" } : "cut";
    const closer = `</${outer}>`;
    if (text.startsWith(closer, at)) return { fields, end: at + closer.length, ending: "complete" };
    const opener = matchAt(child, text, at);
    const name = opener?.[1];
    if (!opener || name === undefined || !known(name)) {
      const rest = text.slice(at);
      return rest.length < 80 && /^<\/?[\w.-]*$/.test(rest) ? "cut" : undefined;
    }
    const isNext = (other: string) =>
      other !== name && expected(other) && !fields.some((one) => one.name === other);
    // The closing tag of the call, without its slash.
    if (name === outer && fields.length > 0)
      return { fields: [...fields, twice(name)], end: at + opener[0].length, ending: "complete" };
    const value = readXmlValue(
      context,
      opener.index + opener[0].length,
      childTags(name, outer),
      isNext,
      name,
      names.filter(isNext),
    );
    if (!value) return "cut";
    fields.push({ name, text: value.text, unclear: value.unclear });
    at = skipBlanks(text, value.end);
  }
}

/** The arguments as JSON inside an element. */
export function readJsonChild(
  context: ParseContext,
  name: string,
  at: number,
  closer: string,
): ParseResult | undefined {
  const reading = readJson(context.text, at, { fuel: context.fuel, keys: context.tools.keysOf(name) });
  if (reading.ending === "cut") return cut([], context.text.length);
  if (reading.ending === "broken") return undefined;
  const candidate: CallCandidate = { name, arguments: { kind: "value", value: reading.value } };
  if (reading.ending === "open") candidate.open = reading.last;
  const end = skipBlanks(context.text, reading.end);
  return complete([candidate], context.text.startsWith(closer, end) ? end + closer.length : reading.end);
}
