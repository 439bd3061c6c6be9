import { readdirSync, readFileSync } from "node:fs";
import { setImmediate as pause } from "node:timers/promises";
import { absent, reportUnexpected } from "@kestrel/diagnostics";

/** Processes checked before yielding: about 5 ms. */
const atOnce = 100;

/**
 * Kills `root`, its descendants, and every process with one command's mark. Used when the supervisor itself was stopped or killed. Stops
 * each process when it finds it, so that it cannot start children meanwhile. Reads each process once and yields in between. Linux only.
 * Returns whether it found a process besides `root`.
 */
export async function endTree(mark: string, root?: number): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const members = new Set<number>(root === undefined ? [] : [root]);
  const others = new Map<number, number>();
  let looked = 0;
  for (let more = true; more; ) {
    more = false;
    const take = (pid: number) => {
      members.add(pid);
      others.delete(pid);
      send(pid, "SIGSTOP");
      more = true;
    };
    for (const name of readdirSync("/proc")) {
      const pid = Number(name);
      if (!(pid > 1) || pid === process.pid || members.has(pid) || others.has(pid)) continue;
      const parent = parentOf(pid);
      others.set(pid, parent);
      if (members.has(parent) || isMarked(pid, mark)) take(pid);
      if (++looked % atOnce === 0) await pause();
    }
    // Processes read before their parent.
    for (const [pid, parent] of others) if (members.has(parent)) take(pid);
  }
  for (const pid of members) if (pid !== root) send(pid, "SIGKILL");
  if (root !== undefined) send(root, "SIGKILL");
  return members.size > (root === undefined ? 0 : 1);
}

/** The fourth field of `/proc/<pid>/stat`; the second is the program's name, which may contain anything. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch (error) {
    absent(error);
    return 0;
  }
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}\0`.includes(`\0KESTREL_CHILD=${mark}\0`);
  } catch (error) {
    absent(error);
    return false;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Already ended.
    reportUnexpected("ending a process", error);
  }
}
