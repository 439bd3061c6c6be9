/** What follows the words: a call as far as the model has written it. Its tool is known when it is whole. */
export function markupOf(text: string, words: string): { tool: string; written: number; tail: string } {
  return { tool: "", written: text.length - words.length, tail: text.slice(words.length).slice(-600) };
}
