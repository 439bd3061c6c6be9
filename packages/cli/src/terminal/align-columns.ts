import { widthOf } from "./width.ts";

/** Rows of cells as lines: every column except the last is as wide as its widest cell. Cells are one line each. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - widthOf(cell)))
      .join("  ")
      .trimEnd(),
  );
}
