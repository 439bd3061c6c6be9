import { notJson } from "./json-arguments.ts";
import { readJsonCalls } from "./json-calls.ts";
import { closerAt, contextFor, findCloser, matchAt, type ParseContext } from "./parse-context.ts";
import { broken, type ParseResult } from "./parse-result.ts";

const escapedObject = /\{\s*\\"/y;

/** JSON between marks that was escaped as a whole. */
function readEscaped(context: ParseContext, at: number): ParseResult | undefined {
  const closer = findCloser(context, at);
  const end = closer < 0 ? context.text.length : closer;
  context.fuel.left -= end - at;
  const text = context.text.slice(at, end).replace(/\\(["\\])/g, "$1");
  const result = readJsonCalls(contextFor(text, context), 0, true);
  return result && { ...result, end };
}

/** The JSON in the place of a call at `at`. Where it cannot be read as a whole it goes no further than the next closing mark. */
export function readJsonBody(context: ParseContext, at: number): ParseResult | undefined {
  const { text, memory } = context;
  if (matchAt(escapedObject, text, at)) return readEscaped(context, at);
  const whole = readJsonCalls(context, at, true);
  if (!whole || context.fuel.left < 0 || whole.ending === "complete") return whole;
  const closer = findCloser(context, Math.max(at, whole.ending === "cut" ? at : whole.end - 200));
  if (closer < 0) return whole;
  const bounded = readJsonCalls(context, at, true, closer);
  if (bounded?.ending === "complete") return bounded;
  const behind = text.slice(closerAt(context, closer) ?? closer);
  if (memory.cutShort && whole.ending === "cut" && !context.marks.anyOpen.test(behind)) return whole;
  return broken(bounded?.candidates ?? [], closer, bounded?.reason ?? notJson);
}
