import { widthOf } from "./width.ts";

/** How much further in the rest of a line stands than its beginning. Columns. */
const hanging = 4;

/**
 * A text of which no line is wider than `columns`, broken between words; without `columns`, which is no terminal, as it is. A
 * word that is wider than a row stays whole.
 */
export function atWords(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .flatMap((line) => rowsOf(line, columns))
    .join("\n");
}

function rowsOf(line: string, columns: number): string[] {
  if (widthOf(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? "";
  const rows: string[] = [];
  let row = indent;
  for (const [piece] of line.slice(indent.length).matchAll(/\S+ */g)) {
    const isFirst = row.trim() === "";
    if (!isFirst && widthOf(row + piece.trimEnd()) > columns) {
      rows.push(row.trimEnd());
      row = `${indent}${" ".repeat(hanging)}${piece}`;
    } else row += piece;
  }
  return [...rows, row.trimEnd()];
}
