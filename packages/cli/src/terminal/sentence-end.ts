/** A line's end, or a full stop with a blank behind it; behind a number that begins a line it is the mark of a list. */
const ends = String.raw`\n|(?<!(?:^|\n)[ \t]*\d{1,3})[.!?]["'”’)\]*_]*\s|[。！？][”’）」]*`;
const anEnd = new RegExp(ends, "gu");
const atTheEnd = new RegExp(`(?:${ends})\\s*$`, "u");

/** Characters of what was said last that tell where a sentence stands. */
export const sentenceTail = 16;

/** How many UTF-16 units of these words still belong to the sentence that `before` began; undefined where it goes on behind them. */
export function restOfSentence(before: string, words: string): number | undefined {
  for (const { index, 0: found } of (before + words).matchAll(anEnd)) {
    const end = index + found.length - before.length;
    if (end > 0) return end;
  }
  return undefined;
}

/** Whether nothing was said, or its last sentence is over. */
export const isBetweenSentences = (said: string): boolean => said.trim() === "" || atTheEnd.test(said);
