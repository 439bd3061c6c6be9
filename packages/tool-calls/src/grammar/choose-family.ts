import { grammars } from "./table.ts";

/** The family with the most marks in a chat template, on a tie the first in the table; undefined for none. */
export function familyOf(template: string): string | undefined {
  const rows = grammars.map(({ family, template: signs = [] }) => ({ family, signs }));
  const held = rows.filter(({ signs }) => signs.length > 0 && signs.every((sign) => template.includes(sign)));
  return held.toSorted((left, right) => right.signs.length - left.signs.length)[0]?.family;
}
