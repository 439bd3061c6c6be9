/** What a call begins with when a model writes it as text, at the start of a line. Only the common ones: the daemon knows them all. */
const marks = [
  "<tool_call",
  "<function=",
  "<function_call",
  "<invoke",
  "<|tool_call",
  "<|python_tag|>",
  "<|channel|>",
  "<|start|>",
  "<｜tool",
  "[TOOL_CALL",
  "[TOOL_REQUEST]",
  '{"name"',
];

/**
 * The words of a reply that is being spoken, without what looks like the markup of a call: it becomes a card a moment
 * later, or comes back as words when it was none.
 */
export function liveWords(text: string): { words: string; calling: boolean } {
  let inFence = false;
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end === -1 ? text.length : end).trimStart();
    if (line.startsWith("```")) inFence = !inFence;
    else if (!inFence && marks.some((mark) => line.startsWith(mark))) {
      return { words: text.slice(0, from).trimEnd(), calling: true };
    }
    const mayBecome = end === -1 && !inFence && line !== "" && marks.some((mark) => mark.startsWith(line));
    if (mayBecome) return { words: text.slice(0, from).trimEnd(), calling: false };
    if (end === -1) break;
    from = end + 1;
  }
  return { words: text, calling: false };
}

/** What follows the words: a call as far as the model has written it. Its tool is known when it is whole. */
export function markupOf(text: string, words: string): { tool: string; written: number; tail: string } {
  return { tool: "", written: text.length - words.length, tail: text.slice(words.length).slice(-600) };
}
