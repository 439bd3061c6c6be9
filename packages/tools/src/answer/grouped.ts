/** A number with separators, as people and models read it: 12,345. */
export function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
