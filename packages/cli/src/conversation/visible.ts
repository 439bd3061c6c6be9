/**
 * Text as it is: control characters that could move the cursor, and marks that could turn the reading direction, are
 * spelled out, so that what is asked for is what is read. Line ends and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is spelled out
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
}
