import { skipBlanks } from "../../json/blanks.ts";
import { namePattern } from "../names.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { cut, type ParseResult } from "../parse-result.ts";
import type { Dialect } from "./dialect.ts";
import { readJsonArguments } from "./json-arguments.ts";

const head = new RegExp(
  `<\\|plamo:begin_tool_name:plamo\\|>\\s*(${namePattern})\\s*<\\|plamo:end_tool_name:plamo\\|>\\s*` +
    "<\\|plamo:begin_tool_arguments:plamo\\|>\\s*(?:<\\|plamo:constrain\\|>\\s*json\\s*<\\|plamo:msg\\|>)?",
  "uy",
);
const beginning = /<\|plamo:begin_tool_n[^{}]{0,240}$/y;

/** `<|plamo:begin_tool_name:plamo|>name…<|plamo:begin_tool_arguments:plamo|>…{…}`, inside of its request. */
function readPlamo(context: ParseContext, at: number): ParseResult | undefined {
  const match = matchAt(head, context.text, at);
  if (match?.[1] !== undefined)
    return readJsonArguments(context, match[1], skipBlanks(context.text, at + match[0].length));
  return matchAt(beginning, context.text, at) ? cut([], context.text.length) : undefined;
}

export const plamo: Dialect = { name: "plamo", begins: /</, marked: readPlamo };
