import { eastAsianWidth } from "get-east-asian-width";

/** Created on first use: it takes longer than many commands, and 2.5 MiB. */
let graphemes: Intl.Segmenter | undefined;

/** Characters that never join others: Latin, Greek and Cyrillic, punctuation, arrows, Chinese, Japanese, whole Korean syllables. */
const apart =
  /^[\t\n\x20-\x7e\xa0-\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u205e\u2070-\u20cf\u2100-\u2bff\u3001-\u3029\u3030-\u3098\u309b-\u9fff\uac00-\ud7a3\uff01-\uff9d]*$/;

/** The text's graphemes. */
export function charactersOf(text: string): string[] {
  // Most text has only such characters: each is one grapheme, and the segmenter is a hundred times slower.
  if (apart.test(text)) return [...text];
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Columns of a text without control characters. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of charactersOf(text)) width += widthOfCharacter(character);
  return width;
}

/** Columns of one character: 2 for East Asian wide ones and emoji, 0 for lone combining marks. */
export function widthOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return code < 0x20 ? 0 : 1;
  if (/^\p{Mark}|^\p{Default_Ignorable_Code_Point}/u.test(character)) return 0;
  if (character.includes("\ufe0f") && /^\p{Emoji}/u.test(character)) return 2;
  return eastAsianWidth(code);
}
