import type { CommandRow } from "./command-table.ts";
import { exitCodes } from "./exit-codes.ts";

/** Flags stand in two columns, or behind one another. */
const columns = / {2,}(?=-)/;

/** A flag's row that is about one command says so first: `doctor: mend what can be`. */
const owned = /^(?<flags>-\S.*?) {2,}(?<owner>[a-z]+)(?: [a-z]+)?[:：] ?(?<text>.*)$/;

/** Exit codes stand behind one another. */
const codes = / {2,}(?=\d)/;

/** What the help says of one command: its own lines, the flags that it takes under their titles, as they are meant there, and how it can end. */
export function helpOfCommand(
  help: string,
  command: string,
  { flags, ends }: Pick<CommandRow, "flags" | "ends">,
): string {
  const [, commands = "", ...sections] = help.split(/\n\n/);
  const lines = commands.split("\n");
  const first = lines.findIndex((line) => new RegExp(`^  kestrel ${command}\\b`).test(line));
  const after = lines.slice(first + 1).findIndex((line) => line.startsWith("  kestrel"));
  const own = first < 0 ? [] : lines.slice(first, after < 0 ? undefined : first + 1 + after);
  const all = new Set(lines.flatMap((line) => /^ {2}kestrel ([a-z]+)/.exec(line)?.[1] ?? []));
  const rows = sections.flatMap((section) => rowsOf(section, all));
  const taken = new Set<string>([...flags, "help"]);
  const meant = new Set(rows.flatMap(({ owner, named }) => (owner === command ? named : [])));
  const shown: string[] = [];
  let title: string | undefined;
  for (const row of rows) {
    const named = row.named.filter((flag) => taken.has(flag));
    if (named.length === 0 || (row.owner ?? command) !== command) continue;
    if (row.owner === undefined && named.every((flag) => meant.has(flag))) continue;
    if (row.title !== title) shown.push(row.title);
    title = row.title;
    shown.push(`  ${row.text}`);
  }
  return [...own, "", ...shown, "", ...endsIn(sections.at(-1) ?? "", ends)].join("\n");
}

/** Of the help's section of exit codes, those of these ends. */
function endsIn(section: string, ends: CommandRow["ends"]): string[] {
  const [title = "", ...rows] = section.split("\n");
  const own = new Set(ends.map((end) => String(exitCodes[end])));
  const left = rows.map((row) =>
    row
      .trim()
      .split(codes)
      .filter((piece) => own.has(piece.split(" ", 1)[0] ?? ""))
      .join("   "),
  );
  return [title, ...left.filter((row) => row !== "").map((row) => `  ${row}`)];
}

type Row = { title: string; text: string; owner?: string; named: string[] };

/** The pieces of a section, each with the title above it, the command it is about where it says one, and its flags. */
function rowsOf(section: string, commands: ReadonlySet<string>): Row[] {
  let title = "";
  const rows: Row[] = [];
  for (const line of section.split("\n")) {
    if (!line.startsWith(" ")) {
      title = line.replace(/ ?[(（]kestrel[^)）]*[)）]/, "");
      continue;
    }
    for (const piece of line.trim().split(columns)) {
      const named = [...piece.matchAll(/(?:^|[ ,])--([a-z-]+)/g)].map(([, flag = ""]) => flag);
      const { flags = "", owner: said = "", text = "" } = owned.exec(piece)?.groups ?? {};
      const owner = commands.has(said) ? said : undefined;
      // Which commands take it need not be said on the page of one.
      const plain = piece.replace(/^(--json +[^:：]*)[:：].*$/, "$1");
      rows.push({
        title,
        named,
        ...(owner === undefined ? { text: plain } : { owner, text: `${flags.padEnd(18)}${text}` }),
      });
    }
  }
  return rows;
}
