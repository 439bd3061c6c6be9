import type { PaintedLine } from "../terminal/painted-line.ts";

/** A unified diff for a terminal: without the two file lines, removals red, additions green. */
export function diffLines(diff: string): PaintedLine[] {
  const lines = diff.replace(/\n$/, "").split("\n");
  const body = lines[0]?.startsWith("--- ") && lines[1]?.startsWith("+++ ") ? lines.slice(2) : lines;
  return body.map(inked);
}

function inked(text: string): PaintedLine {
  if (text.startsWith("+")) return { text, ink: "green" };
  if (text.startsWith("-")) return { text, ink: "red" };
  return text.startsWith("@@") ? { text, ink: "cyan" } : { text };
}
