import type { Paint } from "./style.ts";
import type { Ink } from "./to-terminal.ts";
import { charactersOf, widthOfCharacter } from "./width.ts";

/** One line of text in one colour. */
export type PaintedLine = { text: string; ink?: Ink };

export function paintLine({ text, ink }: PaintedLine, paint: Paint): string {
  return ink === undefined ? text : paint(ink, text);
}

/**
 * The line in rows of at most `columns` columns, indented; continued rows are marked, so that a row is never mistaken for a line.
 * Expects text as shown: escaped, without line ends.
 */
export function rowsOfLine({ text, ink }: PaintedLine, columns: number, indent = "    "): PaintedLine[] {
  const room = Math.max(8, columns - indent.length - 1);
  const rows: PaintedLine[] = [];
  let [row, width] = ["", 0];
  const end = () => {
    rows.push({ text: (rows.length === 0 ? indent : `${indent.slice(2)}↳ `) + row, ink });
    [row, width] = ["", 0];
  };
  for (const character of charactersOf(text.replaceAll("\t", "    "))) {
    const wide = widthOfCharacter(character);
    if (width + wide > room) end();
    row += character;
    width += wide;
  }
  if (row !== "" || rows.length === 0) end();
  return rows;
}
