import { skipBlanks } from "../../json/blanks.ts";
import { nameStart } from "../names.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { cut, type ParseResult } from "../parse-result.ts";
import type { Dialect } from "./dialect.ts";
import { readJsonArguments } from "./json-arguments.ts";

const head =
  /(?:function\s*<[|｜]tool[▁_ ]sep[|｜]>\s*)?([\p{L}_][\p{L}\p{M}\p{N}_.:-]{0,120})\s*(?:\[CALL_ID\]\s*[\w-]*\s*)?(\[ARGS\]\s*|<[|｜][^<>\n]{1,40}[|｜]>\s*|<tool_sep>\s*|[:=]\s*)?(?:```(?:json)?\s*)?/uy;
const closingFence = /\s*```/y;

/** `name{…}`, `name[ARGS]{…}`, `name<｜tool▁sep｜>{…}`, `name` and JSON on the next line, fenced or not. */
export function readNamedJson(context: ParseContext, from: number): ParseResult | undefined {
  const { text } = context;
  const start = skipBlanks(text, from);
  const opener = matchAt(head, text, start);
  const name = opener?.[1];
  if (!opener || name === undefined) return undefined;
  const at = start + opener[0].length;
  if (at >= text.length) return opener[2] !== undefined ? cut([], at) : undefined;
  if (text[at] !== "{") return undefined;
  const call = readJsonArguments(context, name, at);
  if (call.ending !== "complete" || !opener[0].includes("```")) return call;
  return { ...call, end: call.end + (matchAt(closingFence, text, call.end)?.[0].length ?? 0) };
}

export const namedJson: Dialect = { name: "name, then JSON", begins: nameStart, marked: readNamedJson };
