import type { Paint } from "../terminal/style.ts";
import { visible } from "./visible.ts";

/** A unified diff for a terminal: without the two file lines, what goes in red, what comes in green. */
export function diffLines(diff: string, paint: Paint): string[] {
  const lines = diff.replace(/\n$/, "").split("\n");
  const body = lines[0]?.startsWith("--- ") && lines[1]?.startsWith("+++ ") ? lines.slice(2) : lines;
  return body.map((line) => `    ${painted(visible(line), paint)}`);
}

function painted(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line.startsWith("@@") ? paint("cyan", line) : line;
}
