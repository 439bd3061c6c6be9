import { parseJson } from "@kestrel/text";
import { findCloser, readCloser } from "../marks.ts";
import { contextFor, matchAt, type ParseContext } from "../parse-context.ts";
import { broken, insideText, type ParseResult } from "../parse-result.ts";
import type { Dialect } from "./dialect.ts";
import { readJsonCalls } from "./json-calls.ts";

const escapedObject = /\{\s*\\"/y;
const anotherOpener = /<(?:tool_calls?|function[\s=_])|\[TOOL_|<[|｜]/;

/** The mark of another call and its beginning. */
const wholeOpener = /[>\]]\s*[[{]\s*"name"\s*:|<[\w|｜]{0,20}tool_calls?[|｜]?>\s*[[{]|\n\[(?:END_|\/)TOOL_/;

/** A key, or what a text begins behind, in a notation that is not escaped. */
const plainNotation = /(?<!\\)"\s{0,5}[:,]|[:=(,]\s{0,5}"/;

function firstPlain({ text, memory }: ParseContext): number {
  memory.plainQuote ??= plainNotation.exec(text)?.index ?? text.length;
  return memory.plainQuote;
}

/** JSON between marks that was escaped as a whole. Where a plain key stands before it, it is escaped because it stands in a text of another call. */
function readEscapedBody(context: ParseContext, at: number): ParseResult | undefined {
  const closer = findCloser(context, at);
  const end = closer < 0 ? context.text.length : closer;
  context.fuel.left -= end - at;
  if (firstPlain(context) < at) return broken([], end, insideText);
  const text = context.text.slice(at, end).replace(/\\(["\\])/g, "$1");
  const result = readJsonCalls(contextFor(text, context), 0, true);
  return result && { ...result, end };
}

/**
 * A repaired reading that goes over the mark that closes this call and the one that opens the next has taken both for
 * a string: a quote is missing. Then the call goes no further than its own mark. Valid JSON may hold whatever it likes.
 */
function crossing(context: ParseContext, at: number, whole: ParseResult): ParseResult | undefined {
  const { text } = context;
  const closer = findCloser(context, at);
  if (closer < 0 && wholeOpener.test(text.slice(at, whole.end)) && !isValidJson(text.slice(at, whole.end)))
    return broken([], whole.end, "the call is not valid JSON");
  if (closer < 0 || closer >= whole.end || isValidJson(text.slice(at, whole.end))) return undefined;
  const behind = readCloser(text, closer);
  if (behind === undefined || !anotherOpener.test(text.slice(behind, whole.end))) return undefined;
  const bounded = readJsonCalls(context, at, true, closer);
  if (bounded?.ending === "complete") return bounded;
  return broken(bounded?.candidates ?? [], closer, bounded?.reason ?? "the call is not valid JSON");
}

function isValidJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON between marks: as far as it goes by itself, else up to the closing mark. */
function readJsonBody(context: ParseContext, at: number): ParseResult | undefined {
  if (matchAt(escapedObject, context.text, at)) return readEscapedBody(context, at);
  const whole = readJsonCalls(context, at, true);
  if (!whole || context.fuel.left < 0) return whole;
  if (whole.ending === "complete") return crossing(context, at, whole) ?? whole;
  const closer = findCloser(context, Math.max(at, whole.ending === "cut" ? at : whole.end - 200));
  if (closer < 0) return whole;
  const bounded = readJsonCalls(context, at, true, closer);
  if (bounded && bounded.ending === "complete") return bounded;
  const last = !anotherOpener.test(context.text.slice(closer + 1));
  if (last && context.memory.cutShort && whole.ending === "cut") return whole;
  return broken(bounded?.candidates ?? [], closer, bounded?.reason ?? "the call is not valid JSON");
}

export const jsonBody: Dialect = { name: "json", begins: /[{["']/, marked: readJsonBody };
