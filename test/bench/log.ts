import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { SessionJournal } from "../../packages/core/src/journal/session-journal.ts";
import { JsonlEventLog } from "../../packages/store/src/index.ts";
import { measureLog, type Opening, openAndFold, writeLog } from "../../packages/store/test/measure-log.ts";
import { withFolder } from "./built-program.ts";
import { atLeast, atMost, forComparison, type Row } from "./row.ts";

const long = 100_000;
const short = 10_000;

/** Appending, and opening what was appended: each opening in a process of its own, which has compiled nothing yet. */
export function measureLogs(): Promise<Row[]> {
  return withFolder(async (folder) => {
    const { appendsPerSecond, durableAppendMs } = await measureLog(long);
    const opened: Opened[] = [];
    for (const events of [short, long]) {
      const file = join(folder, `s${String(events).padStart(8, "0")}.jsonl`);
      await writeLog(file, events);
      // The middle of three, for a machine that does other things too.
      await keepCheckpoint(file);
      const three = [1, 2, 3].map(() => openedElsewhere(file));
      three.sort((one, other) => one.coldMs - other.coldMs);
      if (three[1]) opened.push(three[1]);
    }
    const [few, many] = opened;
    if (!few || !many) throw new Error("nothing was opened");
    return [
      atLeast("appends, a thousand at a time, on disk", appendsPerSecond, 100_000, "per second"),
      forComparison("  one event alone, on disk", durableAppendMs, "ms"),
      atMost("opening 100,000 events, cold", many.coldMs, 900, "ms"),
      forComparison("  again, warm", many.warmMs, "ms"),
      atMost("  from its checkpoint, cold", many.keptMs, 300, "ms"),
      atMost(
        "  cold, against 10,000 events",
        many.coldMs / few.coldMs,
        12,
        "times",
        `${few.coldMs.toFixed(0)} ms`,
      ),
    ];
  });
}

/** What a process that is asked to `open-log FILE` does. */
export async function openLogHere(file: string): Promise<void> {
  console.log(JSON.stringify(await openAndFold(file)));
}

/** What a process that is asked to `open-checkpoint FILE` does: it opens a session as a daemon does. */
export async function openCheckpointHere(file: string): Promise<void> {
  const begun = performance.now();
  const journal = await journalOf(file);
  const keptMs = performance.now() - begun;
  await journal.close();
  console.log(JSON.stringify({ keptMs, events: journal.state.lastSeq }));
}

const build = "bench";

async function keepCheckpoint(file: string): Promise<void> {
  const journal = await journalOf(file);
  await journal.checkpoint(() => []);
  await journal.close();
}

async function journalOf(file: string): Promise<SessionJournal> {
  const log = await JsonlEventLog.open(file);
  const kept = { checkpoint: log.checkpointFor(build) };
  const withCheckpoint = {
    ...kept,
    append: log.append.bind(log),
    read: log.read.bind(log),
    close: log.close.bind(log),
  };
  const never = () => new Promise<never>(() => undefined);
  const host = { wait: never } as unknown as ConstructorParameters<typeof SessionJournal>[1];
  const nobody = { learn: () => undefined, restore: () => undefined, publish: () => undefined };
  const journal = new SessionJournal(withCheckpoint, host, nobody);
  await journal.load();
  return journal;
}

type Opened = Opening & { keptMs: number };

function openedElsewhere(file: string): Opened {
  const inProcess = (task: string) => {
    const [bench = ""] = process.argv.slice(1);
    const { stdout, stderr } = spawnSync(process.execPath, [bench, task, file], { encoding: "utf8" });
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout) as object;
  };
  return { ...inProcess("open-log"), ...inProcess("open-checkpoint") } as Opened;
}
