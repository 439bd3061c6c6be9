import { contextFor, matchAt, type ParseContext } from "../parse-context.ts";
import type { ParseResult } from "../parse-result.ts";
import type { Dialect } from "./dialect.ts";
import { readTaggedCall } from "./tagged-call.ts";

const head =
  /(?:<function>)?([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,120})(?:<\/function>)?\s*(?=<(?:parameter|param|arg)[\s=])/uy;

/** `name<parameter=key>…`, a tagged call whose own tag was lost. */
function readNameThenTags(context: ParseContext, at: number): ParseResult | undefined {
  const match = matchAt(head, context.text, at);
  if (match?.[1] === undefined) return undefined;
  const from = at + match[0].length;
  const opener = `<function=${match[1]}>`;
  const text = `${opener}${context.text.slice(from)}`;
  context.fuel.left -= text.length;
  const result = readTaggedCall(contextFor(text, context), 0);
  return result && { ...result, end: result.end - opener.length + from };
}

export const nameThenTags: Dialect = {
  name: "name, then tags",
  begins: /[\p{L}_<]/u,
  marked: readNameThenTags,
};
