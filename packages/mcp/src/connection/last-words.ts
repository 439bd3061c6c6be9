import type { RunningProgram } from "@kestrel/core";

import { visibleText } from "@kestrel/text";

/** UTF-16 units that are kept of what a program says to people. */
const kept = 65_536;
/** Of these so many are shown where it has ended. */
const shown = 400;

/** The last of a program's error output: always taken, never a sign of failure by itself. */
export function lastWords(): { take(text: string): void; text(): string } {
  let words = "";
  return {
    take: (text) => {
      words = (words + text).slice(-kept);
    },
    text: () => visibleText(words.trim()).slice(-shown),
  };
}

/** How a program ended, in words. */
export function endInWords(end: Awaited<RunningProgram["ended"]>): string {
  if (end.kind === "exited") return `the program ended with exit code ${end.code}`;
  return end.kind === "signalled" ? `the program was ended by ${end.signal}` : "the program ended";
}
