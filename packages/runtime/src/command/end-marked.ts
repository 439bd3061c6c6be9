import { readdirSync, readFileSync } from "node:fs";

/** Kills every process whose environment carries the mark of one command, and its group. Linux only; tells whether there was one. */
export function endMarked(mark: string): boolean {
  if (process.platform !== "linux") return false;
  const marked = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1 && isMarked(pid, mark));
  for (const pid of marked) {
    for (const target of [-pid, pid]) {
      try {
        process.kill(target, "SIGKILL");
      } catch {
        // Gone already, or no leader of a group.
      }
    }
  }
  return marked.length > 0;
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}\0`.includes(`\0KESTREL_CHILD=${mark}\0`);
  } catch {
    return false;
  }
}
