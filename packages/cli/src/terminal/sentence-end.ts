/** The end of a line, or a full stop and whitespace. After a number at the start of a line, the full stop marks a list item. */
const ends = String.raw`\n|(?<!(?:^|\n)[ \t]*\d{1,3})[.!?]["'”’)\]*_]*\s|[。！？][”’）」]*`;
const anEnd = new RegExp(ends, "gu");
const atTheEnd = new RegExp(`(?:${ends})\\s*$`, "u");

/** Characters at the end of a text that decide whether a sentence is over. */
export const sentenceTail = 16;

/** UTF-16 units of `words` that belong to the sentence begun in `before`. Undefined when it does not end in them. */
export function restOfSentence(before: string, words: string): number | undefined {
  for (const { index, 0: found } of (before + words).matchAll(anEnd)) {
    const end = index + found.length - before.length;
    if (end > 0) return end;
  }
  return undefined;
}

/** Whether the text is empty or its last sentence is over. */
export const isBetweenSentences = (said: string): boolean => said.trim() === "" || atTheEnd.test(said);
