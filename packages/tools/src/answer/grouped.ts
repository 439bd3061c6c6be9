/** A number with separators: 12,345. */
export function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
