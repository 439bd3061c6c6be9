import { readFileSync, readlinkSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { absent, passOver, reportUnexpected } from "@kestrel/diagnostics";

const recordIn = (runFolder: string) => join(runFolder, "engine.json");

/** Records the engine's process, so that the next daemon finds it if this one crashes. */
export async function recordEngine(runFolder: string, pid: number): Promise<void> {
  const identity = identifyProcess(pid);
  if (!identity) return;
  await mkdir(runFolder, { recursive: true, mode: 0o700 });
  const draft = `${recordIn(runFolder)}.${process.pid}`;
  try {
    await writeFile(draft, JSON.stringify(identity), { mode: 0o600 });
    await rename(draft, recordIn(runFolder));
  } catch (cause) {
    await rm(draft, { force: true }).catch(passOver("removing a draft"));
    throw cause;
  }
}

export async function forgetEngine(runFolder: string): Promise<void> {
  await rm(recordIn(runFolder), { force: true });
}

/** The run folder of an engine beside the main model's, below the daemon's run folder. */
export const crewRunFolder = (runFolder: string, id: string) => join(runFolder, crew, id);

const crew = "crew";

/**
 * Ends engines that outlived their daemon. Call it at the daemon's start, under its lock. Kills only the recorded processes (same number,
 * start time and program) and waits for their end. Returns a process id if there was one.
 */
export async function sweepOrphans(runFolder: string): Promise<number | undefined> {
  const besides = await foldersBeside(runFolder);
  const killed = await Promise.all([runFolder, ...besides].map(sweep));
  if (besides.length > 0) await rm(join(runFolder, crew), { recursive: true, force: true });
  return killed.find((pid) => pid !== undefined);
}

/** An engine that outlived its daemon, if any. Meaningful only without a running daemon, which has engines too. */
export async function findOrphan(runFolder: string): Promise<number | undefined> {
  const records = await Promise.all([runFolder, ...(await foldersBeside(runFolder))].map(readRecord));
  return records.find((noted) => noted && isSame(noted))?.pid;
}

async function sweep(runFolder: string): Promise<number | undefined> {
  const noted = await readRecord(runFolder);
  if (!noted) return undefined;
  const killed = isSame(noted) ? await end(noted) : undefined;
  await forgetEngine(runFolder);
  return killed;
}

async function foldersBeside(runFolder: string): Promise<string[]> {
  const names = (await readdir(join(runFolder, crew)).catch(absent)) ?? [];
  return names.map((id) => crewRunFolder(runFolder, id));
}

async function readRecord(runFolder: string): Promise<ProcessIdentity | undefined> {
  const text = await readFile(recordIn(runFolder), "utf8").catch(absent);
  if (text === undefined) return undefined;
  try {
    const noted = JSON.parse(text) as Partial<ProcessIdentity>;
    const { pid, startTime, exe } = noted;
    if (typeof pid !== "number" || !Number.isInteger(pid) || pid < 2) return undefined;
    return typeof startTime === "string" && typeof exe === "string" ? { pid, startTime, exe } : undefined;
  } catch {
    // expected: a daemon ended while it wrote this
    return undefined;
  }
}

function isSame(noted: ProcessIdentity): boolean {
  const now = identifyProcess(noted.pid);
  return now?.startTime === noted.startTime && now.exe === noted.exe;
}

async function end(noted: ProcessIdentity): Promise<number> {
  try {
    process.kill(noted.pid, "SIGKILL");
  } catch (error) {
    // It ended meanwhile.
    reportUnexpected("ending an orphan", error);
  }
  for (let waited = 0; waited < 5000 && isSame(noted); waited += 20) await sleep(20);
  return noted.pid;
}

/** Distinguishes a process from a later one with the same id. */
type ProcessIdentity = { pid: number; startTime: string; exe: string };

/** Linux only; `undefined` elsewhere and for a missing or zombie process. */
function identifyProcess(pid: number): ProcessIdentity | undefined {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1) ?? "";
    // Field 22 of proc_pid_stat(5); the first two are removed.
    const startTime = afterName.split(" ")[19];
    if (startTime === undefined || /^[ZX]/.test(afterName)) return undefined;
    return { pid, startTime, exe: readlinkSync(`/proc/${pid}/exe`) };
  } catch (error) {
    absent(error);
    return undefined;
  }
}
