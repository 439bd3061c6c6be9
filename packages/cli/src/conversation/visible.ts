/**
 * Text as it is: control characters that could move the cursor, and marks that could turn the reading direction, are
 * spelled out, so that what is asked for is what is read. Line ends and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(
    /(?![\n\t])[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
}
