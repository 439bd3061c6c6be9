import { mayOpenCall, opensCall } from "@kestrel/tool-calls/marks";

/** How far a reply was parsed: everything before `at` is text, and whether a code fence is open there. */
export type LiveWordsPlace = { at: number; inFence: boolean };

const beginning: LiveWordsPlace = { at: 0, inFence: false };

/** A fence in which models write a call as data. */
const isDataFence = /^```(?:json|(?:j|js|jso)$)?\s*$/i;

/** A call in it: a name, then arguments. */
const isCall =
  /^\s*\{\s*"(?:name|tool|tool_name|function)"\s*:\s*"[\w.:-]+"\s*,\s*"(?:arguments|parameters|args|input)"/;

/** The beginning of that. */
const mayBeCall = /^\s*(?:\{\s*(?:"(?:\w*|\w+"\s*(?::\s*(?:"[\w.:-]*(?:"\s*(?:,\s*(?:"\w*)?)?)?)?)?)?)?)?$/;

/**
 * The text of a reply in progress, without what looks like call markup: that becomes a call a moment later, or is restored as text. Resumes
 * from `place` when the text has grown.
 */
export function liveWords(
  text: string,
  place: LiveWordsPlace = beginning,
): { words: string; calling: boolean; place: LiveWordsPlace } {
  let { at, inFence } = place;
  while (at < text.length) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end).trimStart();
    const data = !inFence && isDataFence.test(line) ? text.slice(end === -1 ? text.length : end) : undefined;
    const calling = data === undefined ? opensCall(line) : isCall.test(data);
    const mayCall =
      data === undefined ? end === -1 && line !== "" && mayOpenCall(line) : mayBeCall.test(data);
    if (!inFence && (calling || mayCall))
      return { words: text.slice(0, at).trimEnd(), calling, place: { at, inFence } };
    if (end === -1) break;
    if (line.startsWith("```")) inFence = !inFence;
    at = end + 1;
  }
  return { words: text, calling: false, place: { at, inFence } };
}
