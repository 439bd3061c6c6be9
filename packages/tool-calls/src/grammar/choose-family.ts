import { grammars } from "./table.ts";

/** The family whose marks a chat template holds; undefined where it holds none's. The one of which it holds most, and of several the first of the table. */
export function familyOf(template: string): string | undefined {
  const rows = grammars.map(({ family, template: signs = [] }) => ({ family, signs }));
  const held = rows.filter(({ signs }) => signs.length > 0 && signs.every((sign) => template.includes(sign)));
  return held.toSorted((left, right) => right.signs.length - left.signs.length)[0]?.family;
}
