/** What a call begins with at the start of a line when a model writes it as text. Most families; `tool-calls` knows them all. */
const opens =
  /^(?:```tool_call|<[|｜]|<(?:\w+[:|_])?(?:tool|function|invoke|TOOLCALL)(?:_?calls?)?[\s>=:]|\[TOOL_|\[unused\d|\]<\]|>>>\w+\s*$|\[[a-z_]\w*\(|\{\s*"(?:name|tool|tool_name|function)")/i;

/** What may become one with the next letters. */
const mayOpen = /^(?:```\w*|<[\w:|｜]*|\[\w*|\]<?|>{1,3}\w*|\{\s*(?:"\w*)?)$/;

/** How far a reply was read: everything before `at` is words, and a fence of code is open there or not. */
export type LiveWordsPlace = { at: number; inFence: boolean };

const beginning: LiveWordsPlace = { at: 0, inFence: false };

/**
 * The words of a reply that is being spoken, without what looks like the markup of a call: it becomes a call a moment later, or comes
 * back as words when it was none. Read on from `place` when the text has grown.
 */
export function liveWords(
  text: string,
  place: LiveWordsPlace = beginning,
): { words: string; calling: boolean; place: LiveWordsPlace } {
  let { at, inFence } = place;
  while (at < text.length) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end).trimStart();
    const held = !inFence && (opens.test(line) || (end === -1 && mayOpen.test(line)));
    if (held) {
      const words = text.slice(0, at).trimEnd();
      return { words, calling: opens.test(line), place: { at, inFence } };
    }
    if (end === -1) break;
    if (line.startsWith("```")) inFence = !inFence;
    at = end + 1;
  }
  return { words: text, calling: false, place: { at, inFence } };
}
