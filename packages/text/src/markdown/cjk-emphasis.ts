/** Letters and punctuation of Chinese, Japanese and Korean, including full-width forms. */
const cjk =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\u3000-\u303f\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef]/u;
const punctuation = /[\p{P}\p{S}]/u;

/** A replacement letter for a character, of the same length. */
const letters = ["", "字", "𠀀"];

export const isStandIn = (sign: string): boolean => sign === "字";

/**
 * CommonMark uses the characters beside a run of stars to decide whether it opens or closes emphasis, and expects spaces around words: the
 * second run of `**注意：**请` closes nothing. Here a symbol beside a run counts as a letter if it is CJK, or CJK is on the run's other side
 * (the rule of https://github.com/tats-u/markdown-cjk-friendly). Returns a text of the same length.
 */
export function withCjkAsLetters(text: string): string {
  if (!cjk.test(text)) return text;
  let seen = "";
  let from = 0;
  for (const { 0: run, index } of text.matchAll(/\*+|~+/g)) {
    const before = [...text.slice(Math.max(from, index - 2), index)].at(-1) ?? "";
    const end = index + run.length;
    const after = [...text.slice(end, end + 2)][0] ?? "";
    const standsIn = (sign: string, other: string) =>
      punctuation.test(sign) && (cjk.test(sign) || cjk.test(other)) ? (letters[sign.length] ?? sign) : sign;
    seen += text.slice(from, index - before.length) + standsIn(before, after) + run + standsIn(after, before);
    from = end + after.length;
  }
  return seen + text.slice(from);
}
