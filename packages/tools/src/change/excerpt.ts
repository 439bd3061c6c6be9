import { clipEnd } from "../answer/clip.ts";

const longestLine = 200;

/** Numbered lines around a position, long gaps elided; for display, not for copying. `first` and `last` count from 1. */
export function excerpt(text: string, first: number, last: number, around: number, most: number): string {
  const from = Math.max(1, first - around);
  const shown = linesOf(text, from, last + around).map(
    (line, index) => `${from + index}: ${clipEnd(line, longestLine)}${line.length > longestLine ? "…" : ""}`,
  );
  if (shown.length <= most) return shown.join("\n");
  const half = Math.floor(most / 2);
  return [...shown.slice(0, half), "…", ...shown.slice(-half)].join("\n");
}

/** Lines `from` to `to` of a text, as far as they exist; the others are only counted. */
function linesOf(text: string, from: number, to: number): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let number = 1; number <= to && start < text.length; number += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (number >= from) lines.push(text.slice(start, text[end - 1] === "\r" && newline >= 0 ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}
