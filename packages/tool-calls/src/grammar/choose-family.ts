import { grammars } from "./table.ts";

/** The family whose marks a chat template holds; undefined where it holds none's. The one of which it holds most, and of several the first of the table. */
export function familyOf(template: string): string | undefined {
  const held = grammars.flatMap(({ family, template: signs = [] }) =>
    signs.length > 0 && signs.every((sign) => template.includes(sign))
      ? [{ family, count: signs.length }]
      : [],
  );
  return held.toSorted((left, right) => right.count - left.count)[0]?.family;
}
