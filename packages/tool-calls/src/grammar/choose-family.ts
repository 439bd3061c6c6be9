import type { Grammar } from "./grammar.ts";
import { grammars } from "./table.ts";

/** The family whose marks a chat template holds; undefined where it holds none's. The one of which it holds most, and of several the first of the table. */
export function familyOf(template: string): string | undefined {
  const rows: readonly Grammar[] = grammars;
  const held = rows.filter(
    ({ template: signs = [] }) => signs.length > 0 && signs.every((sign) => template.includes(sign)),
  );
  const most = Math.max(...held.map(({ template: signs = [] }) => signs.length));
  return held.find(({ template: signs = [] }) => signs.length === most)?.family;
}
