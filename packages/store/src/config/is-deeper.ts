/** Whether tables and lists are nested more than `most` deep. Iterates by level: a file may be deeper than the stack allows. */
export function isDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
