import type { FlagName } from "./arguments.ts";

/** Flags stand in two columns, or behind one another. */
const columns = / {2,}(?=-)/;

/** What the help says of one command: its own lines, and the flags that it takes under their titles. */
export function helpOfCommand(help: string, command: string, flags: readonly FlagName[]): string {
  const [, commands = "", ...sections] = help.split(/\n\n/);
  const lines = commands.split("\n");
  const first = lines.findIndex((line) => new RegExp(`^  kestrel ${command}\\b`).test(line));
  const after = lines.slice(first + 1).findIndex((line) => line.startsWith("  kestrel"));
  const own = first < 0 ? [] : lines.slice(first, after < 0 ? undefined : first + 1 + after);
  const taken = new Set<string>([...flags, "help"]);
  const rows = sections.join("\n").split("\n");
  const shown: string[] = [];
  let title: string | undefined;
  for (const row of rows) {
    if (!row.startsWith(" ")) {
      title = row;
      continue;
    }
    const pieces = row
      .trim()
      .split(columns)
      .filter((piece) =>
        [...piece.matchAll(/(?:^|[ ,])--([a-z-]+)/g)].some(([, flag = ""]) => taken.has(flag)),
      );
    if (pieces.length === 0) continue;
    if (title !== undefined) shown.push(title);
    title = undefined;
    shown.push(...pieces.map((piece) => `  ${piece}`));
  }
  return [...own, "", ...shown].join("\n");
}
