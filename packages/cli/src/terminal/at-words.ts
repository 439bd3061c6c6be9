import { withoutInk } from "./to-terminal.ts";
import { widthOf } from "./width.ts";

/** Columns of a text, painted or not. */
const roomOf = (text: string) => widthOf(withoutInk(text));

/**
 * A text, painted or not, wrapped between words to `columns`; unchanged without `columns`, that is without a terminal. A word wider than
 * a row, such as a path, stays whole; Chinese without spaces breaks between characters. The rest of a line is indented by `hanging` columns.
 */
export function atWords(text: string, columns: number | undefined, hanging = 4): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .flatMap((line) => rowsOf(line, columns, hanging))
    .join("\n");
}

function rowsOf(line: string, columns: number, hanging: number): string[] {
  if (roomOf(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? "";
  const rows: string[] = [];
  let row = indent;
  for (const piece of piecesOf(line.slice(indent.length), columns - indent.length - hanging)) {
    const isFirst = withoutInk(row).trim() === "";
    if (!isFirst && roomOf(row + piece.trimEnd()) > columns) {
      rows.push(row.trimEnd());
      row = `${indent}${" ".repeat(hanging)}${piece}`;
    } else row += piece;
  }
  return [...rows, row.trimEnd()];
}

/** Unbreakable pieces: a word with its trailing spaces. No row begins with closing punctuation. */
function piecesOf(text: string, room: number): string[] {
  return Array.from(text.matchAll(/\S+ */g), ([word]) => word).flatMap((word) =>
    roomOf(word.trimEnd()) <= room
      ? [word]
      : (word.match(/\p{Script=Han}[，。：；、！？）》」”… ]*|\P{Script=Han}+/gu) ?? [word]),
  );
}
