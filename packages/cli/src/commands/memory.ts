import { configHere } from "@kestrel/app/config";
import { type MemoryRow, NewMemory } from "@kestrel/protocol/api";
import { type DaemonClient, forgotten } from "@kestrel/server/client";
import { factsMeant, pinsWithoutRoom } from "@kestrel/session-state/memories";
import { visibleName } from "@kestrel/text";
import { UsageError } from "../arguments.ts";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { writeNew } from "../export/exported.ts";
import { folderOf } from "../machine/folder-of.ts";
import { importFacts } from "../memory/import-facts.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { factLines, memoryLines } from "../session-lines/fact-lines.ts";
import { confirm } from "../terminal/agreed.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";
import { effectOf } from "./config.ts";

/** `kestrel memory`: the stored facts. */
export async function memory(input: CommandInput): Promise<ExitCode> {
  const { verb, words } = input;
  if (verb === "learn") return learning(input);
  const { client, close } = await joinOrStart(input);
  try {
    return await doAction(client, input, (verb === "edit" ? words.slice(1) : words).join(" "));
  } finally {
    await close("as-found");
  }
}

async function doAction(client: DaemonClient, input: CommandInput, text: string): Promise<ExitCode> {
  const { verb, words, flags, say } = input;
  const listed = await client.call("listMemory", { body: { all: true } });
  const { on } = listed.state;
  const allWith = (...rows: readonly MemoryRow[]) => [
    ...new Map([...listed.rows, ...rows].map((row) => [row.id, row])).values(),
  ];
  const lines = (...rows: readonly MemoryRow[]) => factLines(rows, say, allWith(...rows));
  const shown = (rows: readonly MemoryRow[], empty: string): ExitCode => {
    if (flags.json)
      printJson({
        schema: schemaVersion,
        on,
        facts: rows,
        pinnedWithoutRoom: [...pinsWithoutRoom(listed.rows)],
      });
    else if (rows.length > 0 || on) print(rows.length === 0 ? empty : lines(...rows).join("\n"));
    if (!flags.json && !on) print(say("memory.isOff"));
    return exitCodes.done;
  };
  const saysOff = () => {
    if (!flags.json && !on) printAside(say("memory.isOff"));
  };
  const kept = (row: MemoryRow): ExitCode => {
    if (flags.json)
      printJson({
        ...{ schema: schemaVersion, fact: row },
        ...(pinsWithoutRoom(allWith(row)).has(row.id) && { pinnedWithoutRoom: true }),
      });
    else print(lines(row).join("\n"));
    return exitCodes.done;
  };
  const here = async () => (flags.here || flags.folder !== undefined ? await folderOf(flags) : undefined);
  const meant = (): MemoryRow => {
    const [id = ""] = words;
    const rows = listed.rows.filter((row) => row.id.startsWith(id));
    const [row] = rows;
    if (!row) throw new UsageError(say("memory.noSuch", { id }));
    if (rows.length > 1)
      throw new UsageError([say("memory.ambiguous", { id }), ...lines(...rows.slice(0, 10))].join("\n"));
    return row;
  };
  const change = async (body: { content?: string; pinned?: boolean; accept?: true }) =>
    kept((await client.call("changeMemory", { body: { id: meant().id, ...body } })).row);
  switch (verb) {
    case "search": {
      const { rows } = await client.call("recallMemory", { body: { words: text, workspace: await here() } });
      const found = rows.length > 0 ? rows : factsMeant(listed.rows, text);
      return shown(found, say("memory.forget.none", { words: visibleName(text) }));
    }
    case "show":
      saysOff();
      return kept(meant());
    case "add": {
      const category = NewMemory.shape.category.safeParse(flags.category);
      if (!category.success)
        throw new UsageError(say("memory.category", { name: visibleName(flags.category ?? "") }));
      const body = { content: text, workspace: await here(), category: category.data };
      return kept((await client.call("storeMemory", { body })).row);
    }
    case "edit":
      return change({ content: text });
    case "pin":
    case "unpin":
      return change({ pinned: verb === "pin" });
    case "accept":
      await confirm(flags, lines(meant()), say("memory.ask.accept"));
      return change({ accept: true });
    case "forget": {
      const row = meant();
      await confirm(flags, lines(row), say("memory.ask.forget"));
      const answer = await forgotten(client, row.id);
      if (flags.json) printJson({ schema: schemaVersion, forgotten: row.id, remains: answer.remains });
      else print(memoryLines(answer, say).join("\n"));
      saysOff();
      return exitCodes.done;
    }
    case "export": {
      saysOff();
      const lines = listed.rows.map((row) => JSON.stringify(row)).join("\n");
      if (flags.out === undefined) {
        if (lines !== "") print(lines);
        return exitCodes.done;
      }
      await writeNew(flags.out, `${lines}\n`);
      if (flags.json) printJson({ schema: schemaVersion, file: flags.out, facts: listed.rows.length });
      else printAside(say("sessions.exported", { file: flags.out }));
      return exitCodes.done;
    }
    case "import":
      return words.length > 0
        ? importFacts(client, words[0] ?? "", input, listed.rows)
        : offered(client, await here(), input);
    case "stats": {
      const { state, rows } = listed;
      const count = (test: (row: MemoryRow) => boolean) => rows.filter(test).length;
      const sums = {
        facts: count(({ source }) => source !== "proposed"),
        proposals: count(({ source }) => source === "proposed"),
        pinned: count(({ pinned }) => pinned === true),
        uses: rows.reduce((sum, { uses }) => sum + uses, 0),
      };
      if (flags.json) printJson({ schema: schemaVersion, ...sums, state });
      else {
        print(say("memory.stats", { ...sums, backend: state.backend }));
        if (!on) print(say("memory.isOff"));
      }
      return exitCodes.done;
    }
    default:
      return shown(listed.rows, say("memory.none"));
  }
}

const learningWords = ["on", "lessons", "off"];

/** Shows what is proposed automatically, or changes it in the user's settings. */
async function learning({ words: [word], flags, say }: CommandInput): Promise<ExitCode> {
  const here = configHere();
  if (word !== undefined && !learningWords.includes(word))
    throw new UsageError(say("memory.learn.words", { word: visibleName(word) }));
  const changed = word === undefined ? undefined : await here.set("memory.learn", word);
  const settings = await here.settings();
  const settingNow = (name: string) => settings.find(({ key }) => key === name)?.value;
  const now = settingNow("memory.learn");
  const isOff = settingNow("memory.enabled") === "off";
  if (flags.json) printJson({ schema: schemaVersion, learn: now, on: !isOff, ...changed });
  else print(say(`memory.learn.${now === "on" || now === "lessons" ? now : "off"}`));
  if (isOff && !flags.json) printAside(say("memory.isOff"));
  if (changed && !flags.json) printAside(effectOf(changed, say));
  return exitCodes.done;
}

/** Proposes facts from other tools' memory files. */
async function offered(
  client: DaemonClient,
  workspace: string | undefined,
  { flags, say }: CommandInput,
): Promise<ExitCode> {
  const { files } = await client.call("offerMemory", { body: { workspace } });
  const lines = files.map(({ file, facts: count }) =>
    say("memory.offered", { file: visibleName(file), count }),
  );
  if (flags.json) printJson({ schema: schemaVersion, files });
  else print(lines.length === 0 ? say("memory.offered.none") : lines.join("\n"));
  return exitCodes.done;
}
