import { marksOf } from "../grammar/compile.ts";
import type { OpenAITool, ParseOptions } from "../shapes.ts";
import { findCalls } from "./find-calls.ts";

/** Characters after a call without another call: text about a result that does not exist yet. */
const enoughWords = 40;
/** Each check parses the reply so far; a long reply with many brackets is an answer. */
const mostLooks = 64;

/**
 * Monitors a streaming reply. Returns where its calls end, once they would run as written and enough text follows them, which would be
 * dropped with the rest of the reply. Quoted or incomplete calls do not count.
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

/** The runnable calls, as one string; undefined when there are none or some are not runnable. */
function callsIn(text: string, tools: OpenAITool[], options: ParseOptions): string | undefined {
  const { calls, rejected, truncated, fault } = findCalls(text, tools, { ...options, finishReason: "stop" });
  const isWhole = calls.length > 0 && !rejected && !truncated && fault === undefined;
  return isWhole ? JSON.stringify(calls) : undefined;
}

/** A call in unclosed reasoning is only considered. */
function isThinking(text: string, { family }: ParseOptions): boolean {
  const { thinkOpens, orphans } = marksOf(family);
  const last = (marks: RegExp) => [...text.matchAll(marks)].at(-1)?.index ?? -1;
  return last(thinkOpens) > last(orphans);
}
