import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills every process that descends from `root` or carries the mark of one command, and `root` itself, from outside: for a
 * supervisor that was stopped or killed. They are stopped first, so that none has children meanwhile. Linux only; tells whether there was one.
 */
export function endTree(mark: string, root?: number): boolean {
  if (process.platform !== "linux") return false;
  const found = new Set<number>();
  for (let more = true; more; ) {
    more = false;
    for (const pid of membersOf(mark, root)) {
      if (found.has(pid)) continue;
      found.add(pid);
      more = true;
      send(pid, "SIGSTOP");
    }
  }
  for (const pid of found) send(pid, "SIGKILL");
  if (root !== undefined) send(root, "SIGKILL");
  return found.size > 0;
}

function membersOf(mark: string, root: number | undefined): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (pid > 1 && pid !== process.pid) parents.set(pid, parentOf(pid));
  }
  const members = new Set(root === undefined ? [] : [root]);
  for (let size = -1; size < members.size; ) {
    size = members.size;
    for (const [pid, parent] of parents) if (members.has(parent)) members.add(pid);
  }
  return [...parents.keys()].filter((pid) => (members.has(pid) && pid !== root) || isMarked(pid, mark));
}

/** The fourth word of `/proc/<pid>/stat`; the second is the program's name, which may hold anything. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}\0`.includes(`\0KESTREL_CHILD=${mark}\0`);
  } catch {
    return false;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}
