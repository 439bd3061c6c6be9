import type { Tokens } from "@kestrel/text/markdown";
import type { Paint } from "../terminal/style.ts";
import { withoutInk } from "../terminal/to-terminal.ts";
import { widthOf } from "../terminal/width.ts";
import { inlineSpans } from "./inline-spans.ts";
import { inOneRow, type Row, wrapSpans } from "./wrap-spans.ts";

/** Narrowest column. Columns. */
const narrowest = 8;

const gap = "  ";

/** A table: bold header, a rule, numbers right-aligned unless it says otherwise. Cells wrap when it is too wide; as a last resort each row becomes a record. */
export function tableRows({ header, rows, align }: Tokens.Table, columns: number, paint: Paint): Row[] {
  const bold = header.map(({ tokens }) => inlineSpans(tokens, ["bold"]));
  const cells = rows.map((row) => row.map(({ tokens }) => inlineSpans(tokens)));
  const natural = bold.map((_, at) =>
    Math.max(1, ...[bold, ...cells].map((row) => roomOf(inOneRow(row[at] ?? [], paint)))),
  );
  const widths = fitted(natural, columns - 1 - gap.length * (natural.length - 1));
  if (widths === undefined) return recordRows(bold, cells, columns, paint);
  const sides = header.map(
    (_, at) => align[at] ?? (rows.every((row) => isNumber(row[at]?.text)) ? "right" : "left"),
  );
  const lineOf = (row: typeof bold): Row[] => {
    const wrapped = widths.map((width, at) =>
      wrapSpans(row[at] ?? [], width + 1, paint).map(({ text }) => text),
    );
    const height = Math.max(1, ...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => ({
      text: widths
        .map((width, at) => padded(wrapped[at]?.[line] ?? "", width, sides[at]))
        .join(gap)
        .trimEnd(),
    }));
  };
  const rule = { text: paint("dim", widths.map((width) => "─".repeat(width)).join(gap)) };
  return [...lineOf(bold), rule, ...cells.flatMap(lineOf)];
}

const roomOf = (text: string) => widthOf(withoutInk(text));

function padded(text: string, width: number, side: Tokens.Table["align"][number] = "left"): string {
  const room = Math.max(0, width - roomOf(text));
  const before = side === "right" ? room : side === "center" ? Math.floor(room / 2) : 0;
  return " ".repeat(before) + text + " ".repeat(room - before);
}

const isNumber = (text = "") => /^[+\-−]?[\d.,]+\s?%?$/.test(text.trim());

/** Widths that fit into the room, taken from the widest; undefined when even the narrowest do not fit. */
function fitted(natural: readonly number[], room: number): number[] | undefined {
  const widths = [...natural];
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= narrowest) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function recordRows(
  header: ReturnType<typeof inlineSpans>[],
  cells: ReturnType<typeof inlineSpans>[][],
  columns: number,
  paint: Paint,
): Row[] {
  const labels = header.map((spans) => inOneRow(spans, paint));
  const width = Math.max(0, ...labels.map(roomOf));
  return cells.flatMap((row, at) => [
    ...(at === 0 ? [] : [{ text: "" }]),
    ...labels.flatMap((label, column) =>
      wrapSpans(row[column] ?? [], columns, paint, {
        first: padded(label, width) + gap,
        rest: " ".repeat(width) + gap,
      }),
    ),
  ]);
}
