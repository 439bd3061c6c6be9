import { charactersOf, widthOf, widthOfCharacter } from "./width.ts";

/** The text in at most `columns` columns; `…` replaces the rest. */
export function cutToWidth(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let [kept, width] = ["", 0];
  for (const character of charactersOf(text)) {
    width += widthOfCharacter(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
