import type { Dialect } from "../dialects/dialect.ts";
import { dialects } from "../dialects/table.ts";
import { readCloser, readToken, resultTokens } from "../marks.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { complete, type ParseResult } from "../parse-result.ts";
import { readMarkedBody, readMarkedCall } from "./marked-body.ts";

const roleAfter =
  /\s*(assistant|user|system|tool|ipython|tool_response|function)?\s*(?:<[|｜]end_(?:header_id|of_role)[|｜]>)?\n?/y;
const headerTokens = new Set(["im_start", "start_header_id", "start_of_role", "from", "begin"]);
const result =
  /<(?:tool_response|tool_result|tool_results|function_results?|function_response|tool_output|observation|start_function_response)\b[^<>]*>|<[|｜](?:DSML|GCML)[|｜]function_results>|\[TOOL_RESULTS?\]|<\|tool_response>/iy;
/** Where the walk through a reply stops for the marks that are words. */
export const spokenMarks = ["-> tool/function_call", "function call", "functools"];
/** Marks that are words: GigaChat's, Phi's and HyperCLOVA X's. */
const spokenMark =
  /function call(?:<\|role_sep\|>)?\s*(?=\{\s*"name")|functools\s*(?=\[)|-> tool\/function_call\s*(?=[[{])/y;

function readControl(context: ParseContext, at: number): ParseResult | undefined {
  const token = readToken(context.text, at);
  if (!token) return undefined;
  if (!headerTokens.has(token.name)) return complete([], token.end);
  const role = matchAt(roleAfter, context.text, token.end);
  const end = token.end + (role?.[0].length ?? 0);
  const foreign = role?.[1] !== undefined && role[1] !== "assistant";
  return foreign ? { ...complete([], context.text.length), ends: true } : complete([], end);
}

function readSpokenMark(context: ParseContext, at: number): ParseResult | undefined {
  const opener = matchAt(spokenMark, context.text, at);
  return opener && readMarkedBody(context, at + opener[0].length);
}

/** Those that may begin with a character, looked up once for each of the few that the walk stops at. */
const beginning = new Map<string, readonly Dialect[]>();

function readDialect(context: ParseContext, at: number, char: string): ParseResult | undefined {
  const some = beginning.get(char) ?? dialects.filter(({ begins, alone }) => alone && begins.test(char));
  beginning.set(char, some);
  for (const { alone } of some) {
    const found = alone?.(context, at);
    if (found) return found;
  }
  return undefined;
}

/**
 * Reads an explicit mark at `at`; `undefined` if the text there is only text. No candidates: markup that nobody should
 * see.
 */
export function readMark(context: ParseContext, at: number): ParseResult | undefined {
  const char = context.text[at] ?? "";
  if (char === "f" || char === "-") return readSpokenMark(context, at);
  const call = char === "<" || char === "[" ? readMarkedCall(context, at) : undefined;
  return call ?? readDialect(context, at, char) ?? (char === "<" ? readControl(context, at) : undefined);
}

/** True if a tag that only results have begins at `at`. */
export function isResultTag(text: string, at: number): boolean {
  return matchAt(result, text, at) !== undefined;
}

/** True if an invented tool result begins at `at`. */
export function isResult(text: string, at: number): boolean {
  if (isResultTag(text, at)) return true;
  const token = readToken(text, at);
  if (!token) return false;
  if (resultTokens.has(token.name)) return true;
  return headerTokens.has(token.name) && matchAt(roleAfter, text, token.end)?.[1] !== "assistant";
}

/** The end of closing markup without a call before it, or `undefined`. */
export function strayCloser(text: string, at: number): number | undefined {
  return readCloser(text, at);
}
