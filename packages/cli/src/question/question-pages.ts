import { type ToolEntry, visibleText } from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";
import { describeCall, restOfCall } from "../session-lines/describe-call.ts";
import { diffLines } from "../session-lines/diff-lines.ts";
import { type PaintedLine, paintLine, rowsOfLine } from "../terminal/painted-line.ts";
import type { Paint } from "../terminal/style.ts";

type Look = { say: Say; paint: Paint; columns: number; rows: number };

/** Rows a page leaves free: the hint, the line that is typed, and a little of what stood there before. */
const margin = 5;

/** What a call wants, whole, in pages that fit the terminal: no byte is left out, because the answer is about exactly these. */
export function questionPages(call: ToolEntry, { say, paint, columns, rows }: Look): string[][] {
  const title = rowsOfLine({ text: describeCall(call), ink: "bold" }, columns, "  ");
  const rest = detailsOf(call, say).flatMap((line) => rowsOfLine(line, columns));
  const [first = "", ...others] = [...title, ...rest].map((row) => paintLine(row, paint));
  const lines = [first.replace(" ", paint("yellow", "?")), ...others];
  const room = Math.max(4, rows - margin);
  const pages: string[][] = [];
  for (let from = 0; from < lines.length; from += room) pages.push(lines.slice(from, from + room));
  return pages;
}

function detailsOf(call: ToolEntry, say: Say): PaintedLine[] {
  const { approval } = call;
  const reasons = (approval?.reasons ?? []).map((reason) => say(`reason.${reason}`)).join(", ");
  const grave = approval?.risk === "destructive" || approval?.risk === "external";
  return [
    ...(reasons === "" ? [] : [{ text: reasons, ink: grave ? "red" : "dim" } as const]),
    ...restOfCall(call).flatMap(linesOf),
    ...(approval?.preview ? diffLines(visibleText(approval.preview.diff)) : []),
  ];
}

function linesOf(text: string): PaintedLine[] {
  return visibleText(text)
    .split("\n")
    .map((line) => ({ text: line }));
}
