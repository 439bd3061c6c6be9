import { mayOpenCall, opensCall } from "@kestrel/tool-calls/marks";

/** How far a reply was parsed: everything before `at` is text, and whether a code fence is open there. */
export type LiveWordsPlace = { at: number; inFence: boolean };

const beginning: LiveWordsPlace = { at: 0, inFence: false };

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
    const held = !inFence && (opensCall(line) || (end === -1 && line !== "" && mayOpenCall(line)));
    if (held) {
      const words = text.slice(0, at).trimEnd();
      return { words, calling: opensCall(line), place: { at, inFence } };
    }
    if (end === -1) break;
    if (line.startsWith("```")) inFence = !inFence;
    at = end + 1;
  }
  return { words: text, calling: false, place: { at, inFence } };
}
