import { indentOf } from "./lines.ts";

export type IndentMap = { pairs: Map<string, string>; shift?: (indent: string) => string };

const tabWidth = 4;

function width(indent: string): number {
  let total = 0;
  for (const char of indent) total += char === "\t" ? tabWidth : 1;
  return total;
}

const filled = (lines: string[]): string[] => lines.filter((line) => line.trim() !== "");

/** True if the file's widths are one straight line over the edit's: a shift, another unit, tabs for blanks. */
function isScaled(pairs: [string, string][]): boolean {
  const points = pairs.map(([given, file]) => ({ x: width(given), y: width(file) }));
  const first = points[0];
  const other = points.find((point) => point.x !== first?.x);
  if (!first) return true;
  if (!other) return points.every((point) => point.y === first.y);
  const slope = (other.y - first.y) / (other.x - first.x);
  const isOnLine = ({ x, y }: typeof first) => Math.abs(first.y + slope * (x - first.x) - y) < 1e-9;
  return slope > 0 && points.every(isOnLine);
}

/** The map between two runs of lines that are the same but for indentation; `undefined` if it is not uniform. */
export function mapIndentation(given: string[], file: string[]): IndentMap | undefined {
  const pairs = new Map<string, string>();
  for (const [index, line] of given.entries()) {
    if (line.trim() === "") continue;
    const from = indentOf(line);
    const to = indentOf(file[index] ?? "");
    const known = pairs.get(from);
    if (known !== undefined && known !== to) return undefined;
    pairs.set(from, to);
  }
  const list = [...pairs];
  const [from = "", to = ""] = list[0] ?? [];
  const added = to.slice(0, Math.max(0, to.length - from.length));
  const removed = from.slice(0, Math.max(0, from.length - to.length));
  if (list.every(([left, right]) => right === added + left))
    return { pairs, shift: (indent) => added + indent };
  if (list.every(([left, right]) => left === removed + right))
    return { pairs, shift: (indent) => (indent.startsWith(removed) ? indent.slice(removed.length) : "") };
  return isScaled(list) ? { pairs } : undefined;
}

/** The smallest step between indentations, as far as `lines` show it. */
function stepOf(lines: string[]): number {
  const indents = filled(lines).map((line) => width(indentOf(line)));
  const widths = [...new Set([0, ...indents])].sort((a, b) => a - b);
  const steps = widths.slice(1).map((value, index) => value - (widths[index] ?? 0));
  const step = Math.min(...steps.filter((value) => value > 1));
  return Number.isFinite(step) ? step : tabWidth;
}

/** One level of indentation as the file writes it. */
export function unitOf(lines: string[]): string {
  const indented = filled(lines).filter((line) => /^[ \t]/.test(line));
  const tabs = indented.filter((line) => line.startsWith("\t")).length;
  if (indented.length > 0 && tabs * 2 > indented.length) return "\t";
  return " ".repeat(indented.length > 0 ? stepOf(indented) : tabWidth);
}

/** Rewrites the indentation of replacement lines as a file with this `unit` would have it. */
export function reindent(lines: string[], map: IndentMap, given: string[], unit: string): string[] {
  const step = stepOf([...given, ...lines]);
  const reference = [...map.pairs][0] ?? ["", ""];
  const ownStyle = (indent: string) => !indent.includes(unit === "\t" ? " " : "\t");
  const convert = (indent: string): string => {
    const known = map.pairs.get(indent);
    if (known !== undefined) return known;
    if (map.shift && ownStyle(indent)) return map.shift(indent);
    const levels = (width(indent) - width(reference[0])) / step;
    const whole = Math.trunc(levels);
    const rest = Math.round((levels - whole) * step);
    if (levels >= 0) return reference[1] + unit.repeat(whole) + " ".repeat(rest);
    return reference[1].slice(0, Math.max(0, reference[1].length + whole * unit.length));
  };
  return lines.map((line) => {
    if (line.trim() === "") return line;
    const indent = indentOf(line);
    return convert(indent) + line.slice(indent.length);
  });
}
