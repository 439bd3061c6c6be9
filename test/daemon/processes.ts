import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that ran when it was looked at: number and start time together name one process for good. */
export type SeenProcess = { pid: number; startTime: string; command: string };

/** Everything that runs below `pid`, children of children included; Linux only. */
export function descendantsOf(pid: number): SeenProcess[] {
  const all = runningProcesses();
  const found: SeenProcess[] = [];
  const parents = new Set([pid]);
  for (let before = -1; before < found.length; ) {
    before = found.length;
    for (const one of all) {
      if (!parents.has(one.parent) || parents.has(one.pid)) continue;
      parents.add(one.pid);
      found.push(one);
    }
  }
  return found;
}

/** The processes that work in `folder` or name it on their command line, whoever their parent is by now. */
function processesAbout(folder: string): SeenProcess[] {
  return runningProcesses().filter(({ pid, command }) => {
    if (pid === process.pid) return false;
    return command.includes(folder) || workingFolder(pid).startsWith(folder);
  });
}

/** Waits until none of `seen` runs and nothing is about `folder`; resolves with what is left when the time is over. */
export async function leftAfter(
  ms: number,
  seen: readonly SeenProcess[],
  folder: string,
): Promise<SeenProcess[]> {
  for (const until = performance.now() + ms; ; await sleep(20)) {
    const left = [...seen.filter(stillRuns), ...processesAbout(folder)];
    if (left.length === 0 || performance.now() > until) return left;
  }
}

function stillRuns({ pid, startTime }: SeenProcess): boolean {
  return look(pid)?.startTime === startTime;
}

type Looked = SeenProcess & { parent: number };

function runningProcesses(): Looked[] {
  return readdirSync("/proc").flatMap((name) => {
    const looked = /^\d+$/.test(name) ? look(Number(name)) : undefined;
    return looked ? [looked] : [];
  });
}

/** Undefined for a process that is gone or only waits to be reaped. */
function look(pid: number): Looked | undefined {
  try {
    // proc_pid_stat(5): the name in parentheses may hold anything; then state, parent, and the start as field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    const [state = "", parent = ""] = fields;
    if (/^[ZX]/.test(state)) return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return { pid, parent: Number(parent), startTime: fields[19] ?? "", command };
  } catch {
    return undefined;
  }
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}
