import { softBreak, withoutInk } from "./to-terminal.ts";
import { widthOf } from "./width.ts";

/** A word, or a character that is written without blanks, with the blanks after it. */
const aPiece = /(?:\p{Script=Han}[，。：；、！？）》」”…]*|[^\p{Script=Han} ]+|^)( *)/gu;

/** A text as it is, but wrapped by a terminal of `columns` between words instead of within them. It is copied unchanged. */
export function softWrapped(text: string, columns: number): string {
  return text.replace(/^.+$/gm, (line) => {
    let wrapped = "";
    let used = 0;
    let gap = "";
    for (const [piece, blanks = ""] of line.matchAll(aPiece)) {
      const width = widthOf(withoutInk(piece));
      // Behind a word wider than a row the column is not known.
      const breaks = used > 0 && used < columns && used + width >= columns && width < columns;
      wrapped += (breaks ? softBreak(gap) : gap) + piece.slice(0, piece.length - blanks.length);
      used = breaks ? width : used + width;
      gap = blanks;
    }
    return wrapped + gap;
  });
}
