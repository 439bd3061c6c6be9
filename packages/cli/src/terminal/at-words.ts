import { withoutInk } from "./to-terminal.ts";
import { widthOf } from "./width.ts";

/** Columns of a text that may be painted. */
const roomOf = (text: string) => widthOf(withoutInk(text));

/** How much further in the rest of a line stands than its beginning. Columns. */
const hanging = 4;

/**
 * A text, painted or not, of which no line is wider than `columns`, broken between words; without `columns`, which is no terminal, as it is. A
 * word that is wider than a row stays whole, such as a path; Chinese without a space in it breaks between its letters.
 */
export function atWords(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .flatMap((line) => rowsOf(line, columns))
    .join("\n");
}

function rowsOf(line: string, columns: number): string[] {
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

/** What may stand in a row of its own: a word with the spaces behind it. No row begins with a mark that closes a sentence. */
function piecesOf(text: string, room: number): string[] {
  return Array.from(text.matchAll(/\S+ */g), ([word]) => word).flatMap((word) =>
    roomOf(word.trimEnd()) <= room
      ? [word]
      : (word.match(/\p{Script=Han}[，。：；、！？）》」”… ]*|\P{Script=Han}+/gu) ?? [word]),
  );
}
