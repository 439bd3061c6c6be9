/** A piece is cut after one of these, never within a word; Chinese may be cut anywhere. */
const boundary = /[\s.,;:!?)}"\]\p{Script=Han}，。！？、：]/u;
const leastBytes = 8;

/**
 * Cuts a text into pieces that are not in `taken` (and takes them). Piece by piece it goes on until the piece is new; what
 * is left over at the end joins the last piece. `undefined` when the whole text is taken already.
 */
export function splitText(text: string, taken: Set<string>): string[] | undefined {
  const pieces: string[] = [];
  let piece = "";
  for (const character of text) {
    piece += character;
    if (!boundary.test(character) || Buffer.byteLength(piece) < leastBytes || taken.has(piece)) continue;
    pieces.push(piece);
    taken.add(piece);
    piece = "";
  }
  while (piece !== "" && (taken.has(piece) || (Buffer.byteLength(piece) < leastBytes && pieces.length > 0))) {
    const last = pieces.pop();
    if (last === undefined) return undefined;
    taken.delete(last);
    piece = last + piece;
  }
  if (piece !== "") {
    pieces.push(piece);
    taken.add(piece);
  }
  return pieces;
}

/** Joins the piece at `index` with its neighbour; `undefined` when there is none. */
export function joinPieces(pieces: readonly string[], index: number): string[] | undefined {
  if (pieces.length < 2) return undefined;
  const left = Math.min(index, pieces.length - 2);
  return [...pieces.slice(0, left), `${pieces[left]}${pieces[left + 1]}`, ...pieces.slice(left + 2)];
}
