import { charactersOf, widthOf, widthOfCharacter } from "./width.ts";

/** Separator of a question's choices. */
const between = " · ";

/** A hint in rows of at most `columns` columns: wrapped between choices, else between words, within a word only when it is too wide. */
export function rowsOfHint(hint: string, columns: number): string[] {
  const joint = hint.includes(between) ? between : " ";
  const pieces = hint.split(joint).flatMap((piece) => {
    if (widthOf(piece) <= columns) return [piece];
    return joint === between ? rowsOfHint(piece, columns) : cutRows(piece, columns);
  });
  const rows: string[] = [];
  for (const piece of pieces) {
    const last = rows.at(-1);
    const longer = last === undefined ? piece : last + joint + piece;
    if (last !== undefined && widthOf(longer) <= columns) rows[rows.length - 1] = longer;
    else rows.push(piece);
  }
  return rows;
}

function cutRows(word: string, columns: number): string[] {
  const rows = [""];
  for (const character of charactersOf(word)) {
    const longer = rows[rows.length - 1] + character;
    if (widthOf(longer) > columns && widthOfCharacter(character) <= columns) rows.push(character);
    else rows[rows.length - 1] = longer;
  }
  return rows;
}
