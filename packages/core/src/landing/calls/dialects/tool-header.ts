import type { CallArguments } from "../call-candidate.ts";
import { callKeys } from "../envelope.ts";
import { namePattern } from "../names.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { broken, complete, cut, type ParseResult } from "../parse-result.ts";
import type { Dialect } from "./dialect.ts";
import { crossesMark, readJsonArguments } from "./json-arguments.ts";

const header = new RegExp(`<tool:\\s*(${namePattern})\\s*>\\s*`, "uy");
const nameFirst = new RegExp(`(${namePattern})(?:[ \\t]+|\\n|$)`, "uy");
const closer = "</tool>";

/** Where a tool's arguments end that were written as an object. */
const objectEnd = /"\s*\}$/;

/** True if a text that is no object ends as the arguments of a call do: what stood before them was damaged. */
function isAnothers(body: string, { tools }: ParseContext): boolean {
  if (body.startsWith("{") || !objectEnd.test(body)) return false;
  return [...body.matchAll(/([\w.-]{1,80})"\s*:/g)].some((found) =>
    tools.keysWith(callKeys).has(found[1] ?? ""),
  );
}

/** `<tool: shell>`, a command, `</tool>`. A label that is no tool stands before a body that begins with the name. */
function readToolHeader(context: ParseContext, from: number): ParseResult | undefined {
  const { text, tools } = context;
  const opener = matchAt(header, text, from);
  const label = opener?.[1];
  if (!opener || label === undefined) return undefined;
  let at = from + opener[0].length;
  let name = label;
  if (!tools.find(label)) {
    const first = matchAt(nameFirst, text, at);
    if (first?.[1] === undefined || !tools.find(first[1])) return undefined;
    name = first[1];
    at += first[0].length;
  }
  const end = text.indexOf(closer, at);
  if (end < 0) return cut([], text.length);
  const after = end + closer.length;
  if (text[at] === "{") {
    const result = readJsonArguments(context, name, at);
    if (result.ending === "complete" && text.slice(result.end, end).trim() === "")
      return { ...result, end: after };
    if (result.ending === "broken" && crossesMark(text, at, end))
      return broken([], after, "the arguments are not valid JSON");
  }
  const body = text.slice(at, end).trim();
  if (isAnothers(body, context)) return broken([], after, "the arguments are another call's");
  const given: CallArguments = body === "" ? { kind: "fields", fields: [] } : { kind: "text", text: body };
  return complete([{ name, arguments: given }], after);
}

export const toolHeader: Dialect = { name: "tool header", begins: /</, alone: readToolHeader };
