import { visibleName } from "@kestrel/text";

const mostNamed = 3;
const longestName = 80;

/** Text for the model and the user: processes that a command left running were ended with it, and how to keep them running. */
export function leftBehind(lines: readonly string[], way: string): string {
  const named = lines.slice(0, mostNamed).map((line) => visibleName(shortened(line)));
  const more = lines.length > mostNamed ? ` and ${lines.length - mostNamed} more` : "";
  return `[Left in the background and ended with the command: ${named.join(", ")}${more}. ${way}]`;
}

function shortened(line: string): string {
  return line.length > longestName ? `${line.slice(0, longestName)}…` : line;
}
