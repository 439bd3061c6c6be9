const punctuation: [RegExp, string][] = [
  [/[\u2018\u2019\u201A\u201B\u2032\u02BC]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g, '"'],
  [/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, "-"],
  [/\u2026/g, "..."],
  [/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " "],
  [/[\u200B-\u200D\u2060\uFEFF\u00AD]/g, ""],
];

/** A line without what typesetting and input methods change: punctuation, spaces, composed letters. */
function plainLine(line: string): string {
  let plain = line;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is what matters here
  if (/[^\u0000-\u007f]/.test(line)) {
    plain = line.normalize("NFC");
    for (const [pattern, replacement] of punctuation) plain = plain.replace(pattern, replacement);
  }
  return plain.trimEnd();
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Ways in which a line of the file and a line of the edit may be the same, strictest first. */
export const likenesses: ((line: string) => string)[] = [(line) => line, (line) => line.trimEnd(), plainLine];

/** A line without indentation too: whatever is alike in another way is alike in this one. */
export function loosest(line: string): string {
  return plainLine(line).trimStart();
}
