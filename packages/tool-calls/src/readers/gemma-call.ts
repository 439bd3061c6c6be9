import type { GemmaForm } from "../grammar/compile.ts";
import { escaped } from "../grammar/template.ts";
import { type JsonReading, readJson } from "../json/read-json.ts";
import { matchAt } from "../match-at.ts";
import { closedEarly } from "./json-calls.ts";
import { findCloser, type ParseContext } from "./parse-context.ts";
import { broken, complete, cut, type ParseResult } from "./parse-result.ts";

const memberBehind = /[\s}\]),;]{0,40}(?![\s}\]),;]|call:)[^\s{}<>:]{1,80}:(?=\S)/y;

/** The members in JSON, or with unescaped texts between the family's own quotes: each becomes a JSON string. */
function readMembersOf({ text, fuel }: ParseContext, quotes: readonly string[], brace: number): JsonReading {
  const near = text.slice(brace, brace + 400);
  const quote = quotes.find((one) => near.includes(one));
  const json = readJson(text, brace, { fuel });
  if (quote === undefined || (json.strict && !text.slice(brace, json.end).includes(quote))) return json;
  const marks = new RegExp(`${escaped(quote)}|[{}]`, "g");
  marks.lastIndex = brace;
  let written = "";
  let from = brace;
  let depth = 0;
  for (let match = marks.exec(text); match && (depth > 0 || from === brace); match = marks.exec(text)) {
    const { index } = match;
    if (match[0] === quote) {
      const end = text.indexOf(quote, marks.lastIndex);
      if (end < 0) return { ...json, end: text.length, ending: "cut", strict: false };
      written += text.slice(from, index) + JSON.stringify(text.slice(marks.lastIndex, end));
      from = end + quote.length;
      marks.lastIndex = from;
      continue;
    }
    depth += match[0] === "{" ? 1 : -1;
    written += text.slice(from, index + 1);
    from = index + 1;
  }
  if (depth > 0) {
    written += text.slice(from);
    from = text.length;
  }
  fuel.left -= from - brace;
  const reading = readJson(written, 0, { fuel });
  const isPart = reading.ending === "complete" && reading.end < written.length;
  return { ...reading, end: from, ...(isPart && { ending: "broken" }) };
}

/** `call:name{key:<escape>text<escape>}`, the syntax of Gemma's function models; also accepts JSON after the name. */
export function readGemma(context: ParseContext, form: GemmaForm, from: number): ParseResult | undefined {
  const { text } = context;
  const start = matchAt(form.head, text, from);
  const name = start?.groups?.name;
  if (!start || name === undefined) return undefined;
  const { ending, end, value, last } = readMembersOf(context, form.quotes, from + start[0].length);
  if (ending === "cut") return cut([], text.length);
  if (ending === "broken") {
    const closer = findCloser(context, from + start[0].length);
    return broken([], closer < 0 ? text.length : closer, "the members cannot be read");
  }
  if (ending === "complete" && matchAt(memberBehind, text, end)) return broken([], end, closedEarly);
  const open = ending === "open" ? { open: last } : {};
  return complete([{ name, arguments: { kind: "value", value }, ...open }], end);
}
