import { widthOf, widthOfCharacter } from "./width.ts";

/** The prompt as terminal rows, and the cursor's position in them. */
export type PromptRows = { rows: { mark: string; text: string }[]; cursor: { row: number; column: number } };

/** Lays out typed text after a mark; overflow continues in the next row, aligned with the text. */
export function promptRows(
  mark: string,
  characters: readonly string[],
  cursor: number,
  columns: number,
): PromptRows {
  const indent = widthOf(mark);
  const room = Math.max(4, columns - indent - 1);
  const rows = [{ mark, text: "" }];
  let width = 0;
  let place = { row: 0, column: indent };
  const begin = () => {
    rows.push({ mark: " ".repeat(indent), text: "" });
    width = 0;
  };
  characters.forEach((character, at) => {
    const wide = character === "\t" ? 2 : widthOfCharacter(character);
    if (character !== "\n" && width + wide > room) begin();
    if (at === cursor) place = { row: rows.length - 1, column: indent + width };
    if (character === "\n") begin();
    else {
      const row = rows[rows.length - 1];
      if (row) row.text += character === "\t" ? "  " : character;
      width += wide;
    }
  });
  if (cursor >= characters.length) place = { row: rows.length - 1, column: indent + width };
  return { rows, cursor: place };
}

/** At most `most` rows around the cursor. */
export function rowsInView({ rows, cursor }: PromptRows, most: number): PromptRows {
  if (rows.length <= most) return { rows, cursor };
  const first = Math.min(Math.max(0, cursor.row - most + 1), rows.length - most);
  return { rows: rows.slice(first, first + most), cursor: { ...cursor, row: cursor.row - first } };
}
