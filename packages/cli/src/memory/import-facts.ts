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

/** Enough for ten thousand facts with all fields of an export. Bytes. */
const largest = 50_000_000;
/** Longest path that the daemon accepts. UTF-16 units. */
const longestPath = 4_096;
/** Most lines of a list that are shown; the others are counted. */
const most = { shown: 20, refused: 10, inJson: 1_000 } as const;

/** One row of the file and its result: `stored`, `there`, or why it was refused. */
type Line = { line: number; fact: ImportedMemory; came: string };

type Speech = { flags: Flags; say: Say };

/**
 * `memory import FILE`: stores the rows of an export, or the list items of a Markdown file, after showing them: each that is
 * pinned or replaces one of `stored`, and the first of the others. A refused row does not stop the rest. Rejects with
 * `import_refused` unless it is a text file.
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
    // Facts stored before a failure stay stored.
    if (fresh.some(({ came }) => came === "stored")) tell(lines, proposals, speech);
    throw error;
  }
  tell(lines, proposals, speech);
  return lines.every(({ came }) => came === "stored" || came === "there") ? exitCodes.done : exitCodes.failed;
}

/** A fact's identity: of two with one key in one scope the newer wins. */
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

/** Sends the valid facts in batches, and records each result. */
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

/** The rows of an export, with its number of proposals; or the list items of a text. */
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
  // A future date would override everything stored until then.
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
