import { marksOf } from "../grammar/compile.ts";
import type { OpenAITool, ParseOptions } from "../shapes.ts";
import { findCalls } from "./find-calls.ts";

/** So many characters behind a call that begin no other: words about a result that is not there yet. */
const enoughWords = 40;
/** Each look reads the reply as far as it goes; a long one with many brackets is an answer. */
const mostLooks = 64;

/**
 * Watches a reply while it is written. Returns where its calls end, once they would run as they stand and enough words follow
 * them. The words would be dropped with the rest of the reply. A call that is shown, or only begun, is no end.
 */
export function callsEnd(tools: OpenAITool[], options: ParseOptions): (text: string) => number | undefined {
  let looked = 0;
  let looks = 0;
  return (text) => {
    const end = Math.max(...[">", "}", "]", "`"].map((sign) => text.lastIndexOf(sign))) + 1;
    const behind = text.slice(end).trimStart();
    if (end <= looked || looks >= mostLooks || behind.length < enoughWords || /[<{[]/.test(behind))
      return undefined;
    looked = end;
    looks += 1;
    const head = text.slice(0, end);
    if (isThinking(head, options)) return undefined;
    const alone = callsIn(head, tools, options);
    return alone !== undefined && alone === callsIn(text, tools, options) ? end : undefined;
  };
}

/** The calls that run, in one string; undefined where there are none, or some that do not. */
function callsIn(text: string, tools: OpenAITool[], options: ParseOptions): string | undefined {
  const { calls, rejected, truncated, fault } = findCalls(text, tools, { ...options, finishReason: "stop" });
  const isWhole = calls.length > 0 && !rejected && !truncated && fault === undefined;
  return isWhole ? JSON.stringify(calls) : undefined;
}

/** In reasoning that is not closed a call is only considered. */
function isThinking(text: string, { family }: ParseOptions): boolean {
  const { thinkOpens, orphans } = marksOf(family);
  const last = (marks: RegExp) => [...text.matchAll(marks)].at(-1)?.index ?? -1;
  return last(thinkOpens) > last(orphans);
}
