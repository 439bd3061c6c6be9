export type Piece = { text: string; hidden: boolean };

/**
 * Characters that change what is seen without being seen: controls but tab and newline, direction and zero-width marks,
 * line separators, tags, variation selectors. The joiner and selector within an emoji belong to its picture.
 */
const hidden =
  /(?![\t\n])(?:\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{DI})(?<!\p{Extended_Pictographic}\ufe0f?\u200d|\p{Extended_Pictographic}\ufe0f)/gu;

/** `text` cut into what can be seen and, drawn as \u{…}, what cannot. */
export function visiblePieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), hidden: false });
    const code = match[0].codePointAt(0) ?? 0;
    pieces.push({ text: `\\u{${code.toString(16).toUpperCase()}}`, hidden: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hidden: false });
  return pieces;
}

/** Whether anything in `text` would be drawn as \u{…}. */
export function hasHidden(text: string): boolean {
  return visiblePieces(text).some((piece) => piece.hidden);
}
