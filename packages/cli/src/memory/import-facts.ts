import type { SayAny } from "@kestrel/i18n";
import { type ImportedMemory, longestMemory, MemoryRow, mostImported } from "@kestrel/protocol/memory";
import type { DaemonClient } from "@kestrel/server/client";
import { jsonOrNothing, listItems, visibleName } from "@kestrel/text";
import { type Flags, UsageError } from "../arguments.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { fileToImport } from "../export/imported.ts";
import { CommandFailure } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { confirm } from "../terminal/agreed.ts";
import { print, printJson } from "../terminal/print.ts";

/** Ten thousand facts with all that an export says of them are no larger. Bytes. */
const largest = 50_000_000;
/** UTF-16 units of a path that the daemon takes. */
const longestPath = 4_096;
/** Lines of a list that are shown; the others are counted. */
const most = { shown: 20, refused: 10, inJson: 1_000 } as const;

/** What a line of the file says, and what came of it: `stored`, `there`, or why it was refused. */
type Line = { line: number; fact: ImportedMemory; came: string };

type Speech = { flags: Flags; say: Say };

/**
 * `memory import FILE`: stores the rows of an export, or the list items of a Markdown file, after they were shown: each that is
 * pinned or replaces one of `stored`, and the first of the others. What is refused holds up nothing else. Rejects with
 * `import_refused` for what is no text file.
 */
export async function importFacts(
  client: DaemonClient,
  file: string,
  speech: Speech,
  stored: readonly MemoryRow[],
): Promise<ExitCode> {
  const { flags, say } = speech;
  const { lines, proposals } = linesIn(textOf(await fileToImport(file, largest, "too_long"), file));
  if (lines.length === 0) throw new UsageError(say("memory.noFacts", { file: visibleName(file) }));
  await send(client, lines, { check: true });
  const fresh = lines.filter(({ came }) => came === "stored");
  const before = new Map(stored.map((row) => [placeOf(row), row]));
  const replacedBy = ({ fact }: Line) => before.get(placeOf(fact));
  const [weighty = [], others = []] = [true, false].map((is) =>
    fresh.filter((line) => (line.fact.pinned || replacedBy(line) !== undefined) === is),
  );
  const shown = bounded([...weighty, ...others], Math.max(most.shown, weighty.length), speech, (line) =>
    factShown(line.fact, replacedBy(line), say),
  );
  if (fresh.length > 0) await confirm(flags, shown, say("memory.ask.imports"));
  try {
    await send(client, fresh, {});
  } catch (error) {
    // What was stored before a failure is stored.
    if (fresh.some(({ came }) => came === "stored")) tell(lines, proposals, speech);
    throw error;
  }
  tell(lines, proposals, speech);
  return lines.every(({ came }) => came === "stored" || came === "there") ? exitCodes.done : exitCodes.failed;
}

/** Where a fact is kept: of two with one key in one scope the newer holds. */
const placeOf = ({ workspace = "", key }: { workspace?: string; key?: string }) =>
  JSON.stringify([workspace, key]);

function factShown(fact: ImportedMemory, before: MemoryRow | undefined, say: Say): string {
  const more = [
    ...(fact.pinned || before?.pinned ? [say("memory.pinned")] : []),
    ...(fact.workspace === undefined ? [] : [visibleName(fact.workspace)]),
    ...(before ? [say("memory.import.replaces", { content: visibleName(before.content) })] : []),
  ];
  return [`  ${visibleName(fact.content)}`, ...(more.length > 0 ? [`    ${more.join(" · ")}`] : [])].join(
    "\n",
  );
}

function tell(lines: readonly Line[], proposals: number, speech: Speech): void {
  const { flags, say } = speech;
  const stored = lines.filter(({ came }) => came === "stored").length;
  const there = lines.filter(({ came }) => came === "there").length;
  const refused = lines.filter(({ came }) => came.startsWith("memory_"));
  if (flags.json) {
    const reasons = refused.slice(0, most.inJson).map(({ line, came }) => ({ line, reason: came }));
    printJson({
      schema: schemaVersion,
      imported: stored,
      there,
      refusedCount: refused.length,
      refused: reasons,
    });
    return;
  }
  const because = ({ line, came }: Line) =>
    `  ${say("memory.import.line", { line, reason: (say as SayAny)(`reason.${came}`) })}`;
  print(
    [
      say("memory.imported", { count: stored }),
      ...(there > 0 ? [say("memory.import.there", { count: there })] : []),
      ...(proposals > 0 ? [say("memory.import.proposals", { count: proposals })] : []),
      ...(refused.length > 0 ? [say("memory.import.refused", { count: refused.length })] : []),
      ...bounded(refused, most.refused, speech, because),
    ].join("\n"),
  );
}

function bounded(
  lines: readonly Line[],
  limit: number,
  { say }: Speech,
  shown: (line: Line) => string,
): string[] {
  const more = lines.length - limit;
  return [
    ...lines.slice(0, limit).map(shown),
    ...(more > 0 ? [`  ${say("memory.import.more", { count: more })}`] : []),
  ];
}

/** Sends what can be a fact, so many at once, and notes what came of each. */
async function send(client: DaemonClient, lines: readonly Line[], how: { check?: true }): Promise<void> {
  const sent = lines.filter(({ came }) => !came.startsWith("memory_"));
  for (const line of sent) line.came = "unknown";
  for (let at = 0; at < sent.length; at += mostImported) {
    const some = sent.slice(at, at + mostImported);
    const { came } = await client.call("importMemory", {
      body: { facts: some.map(({ fact }) => fact), ...how },
    });
    some.forEach((line, index) => {
      line.came = came[index] ?? "unknown";
    });
  }
}

/** The text of a file, without its byte order mark. */
function textOf(bytes: Buffer, file: string): string {
  const [first, second] = bytes;
  const wide = first === 0xff && second === 0xfe ? "utf-16le" : "utf-8";
  try {
    const text = new TextDecoder(wide, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new CommandFailure("import_refused", { reason: "not_text", path: file });
}

/** The rows of an export, with the number of proposals among them; or the items of the lists of a text. */
function linesIn(text: string): { lines: Line[]; proposals: number } {
  const line = (at: number, fact: ImportedMemory): Line => ({
    ...{ line: at, fact },
    came: fact.content.length > longestMemory ? "memory_long" : "unknown",
  });
  const rows = text.split("\n").flatMap((written, at) => {
    const row = MemoryRow.safeParse(jsonOrNothing(written)).data;
    return written.trim() === "" ? [] : [{ at: at + 1, row }];
  });
  if (rows.every(({ row }) => row === undefined)) {
    const items = listItems(text).map(({ line: at, content }) => line(at, { content }));
    return { lines: items, proposals: 0 };
  }
  // What claims to be of a later day would be newer than whatever is said until then.
  const now = new Date().toISOString();
  const isProposal = ({ row }: (typeof rows)[number]) => row?.source === "proposed";
  const lines = rows
    .filter((one) => !isProposal(one))
    .map(({ at, row }): Line => {
      if (!row) return { line: at, fact: { content: "" }, came: "memory_row" };
      const { content, key, category, workspace, pinned, updatedAt } = row;
      if (workspace === "" || (workspace?.length ?? 0) > longestPath)
        return { line: at, fact: { content: "" }, came: "memory_folder" };
      return line(at, { content, key, category, workspace, pinned, at: [updatedAt, now].sort()[0] });
    });
  return { lines, proposals: rows.filter(isProposal).length };
}
