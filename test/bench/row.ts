/** One line of the table. `kept` is undefined where nothing was promised, or where this machine cannot measure it. */
export type Row = { what: string; figure: string; target: string; kept?: boolean };

/** A figure that must not be above `most`. */
export function atMost(what: string, value: number, most: number, unit: string, note = ""): Row {
  return {
    what,
    figure: figureOf(value, unit, note),
    target: `≤ ${figureOf(most, unit, "")}`,
    kept: value <= most,
  };
}

/** A figure that must not be below `least`. */
export function atLeast(what: string, value: number, least: number, unit: string, note = ""): Row {
  return {
    what,
    figure: figureOf(value, unit, note),
    target: `≥ ${figureOf(least, unit, "")}`,
    kept: value >= least,
  };
}

/** A figure to compare the others with. */
export function forComparison(what: string, value: number, unit: string, note = ""): Row {
  return { what, figure: figureOf(value, unit, note), target: "" };
}

export function notMeasured(what: string, why: string): Row {
  return { what, figure: "not measured", target: why };
}

/** The table as text, columns aligned. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ what, figure, target, kept }) => [what, figure, target, wordFor(kept)]);
  const all = [["what", "figure", "target", ""], ...lines];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function wordFor(kept: boolean | undefined): string {
  return kept === undefined ? "" : kept ? "kept" : "BROKEN";
}

function figureOf(value: number, unit: string, note: string): string {
  const digits = Math.abs(value) < 10 && !Number.isInteger(value) ? 2 : 0;
  const number = value.toLocaleString("en", { maximumFractionDigits: digits });
  return `${number} ${unit}${note === "" ? "" : ` (${note})`}`;
}

/** The value below which this share of the values lies, 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
