import { plainWords } from "../words/word-lists.ts";

const names = new Set(plainWords);

/** Words that belong to what users, Kestrel and the model say, and never to a name. */
export function isPhraseWord(word: string): boolean {
  return word.length > 1 && !names.has(word.toLowerCase());
}
