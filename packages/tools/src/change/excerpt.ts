import { clipEnd } from "../answer/clip.ts";

const LONGEST_LINE = 200;

/** Lines around a place, numbered, long stretches elided; for showing, not for copying. `first` and `last` count from 1. */
export function excerpt(text: string, first: number, last: number, around: number, most: number): string {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const from = Math.max(1, first - around);
  const to = Math.min(lines.length, last + around);
  const shown = lines
    .slice(from - 1, to)
    .map(
      (line, index) =>
        `${from + index}: ${clipEnd(line, LONGEST_LINE)}${line.length > LONGEST_LINE ? "…" : ""}`,
    );
  if (shown.length <= most) return shown.join("\n");
  const half = Math.floor(most / 2);
  return [...shown.slice(0, half), "…", ...shown.slice(-half)].join("\n");
}
