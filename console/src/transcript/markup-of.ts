/** The markup after the text: a call as far as it is written. Its tool is unknown until it is complete. */
export function markupOf(text: string, words: string): { tool: string; written: number; tail: string } {
  return { tool: "", written: text.length - words.length, tail: text.slice(words.length).slice(-600) };
}
