import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { measureLog, type Opening, openAndFold, writeLog } from "../../packages/store/test/measure-log.ts";
import { withFolder } from "./built-program.ts";
import { atLeast, atMost, forComparison, type Row } from "./row.ts";

const long = 100_000;
const short = 10_000;

/** Appending, and opening what was appended: each opening in a process of its own, which has compiled nothing yet. */
export function measureLogs(): Promise<Row[]> {
  return withFolder(async (folder) => {
    const { appendsPerSecond, durableAppendMs } = await measureLog(long);
    const opened: Opening[] = [];
    for (const events of [short, long]) {
      const file = join(folder, `s${String(events).padStart(8, "0")}.jsonl`);
      await writeLog(file, events);
      // The middle of three, for a machine that does other things too.
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

function openedElsewhere(file: string): Opening {
  const [bench = ""] = process.argv.slice(1);
  const { stdout, stderr } = spawnSync(process.execPath, [bench, "open-log", file], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Opening;
}
