import { visibleName } from "@kestrel/text";

const mostNamed = 3;
const longestName = 80;

/** In words for the model and the person: what a command left running was ended with it, and the way to have it run. */
export function leftBehind(lines: readonly string[], way: string): string {
  const named = lines.slice(0, mostNamed).map((line) => visibleName(shortened(line)));
  const more = lines.length > mostNamed ? ` and ${lines.length - mostNamed} more` : "";
  return `[Left in the background and ended with the command: ${named.join(", ")}${more}. ${way}]`;
}

function shortened(line: string): string {
  return line.length > longestName ? `${line.slice(0, longestName)}…` : line;
}
