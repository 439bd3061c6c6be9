import { readFileSync, statfsSync } from "node:fs";
import { totalmem } from "node:os";
import { absent } from "@kestrel/diagnostics";

/** Limits of one command, set by the operating system and inherited by every process it starts. */
export type CommandLimits = {
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of written memory of one process, not of reserved address space. */
  memoryBytes: number;
  /** Processes and threads of this user, including those already running. Does not bind root. */
  processes: number;
  /** Concurrent processes of the command itself, counted by its supervisor, also for root. Linux only. */
  ownProcesses: number;
};

const smallestFile = 1024 ** 3;
const moreProcesses = 1024;
/** Four times what a build on a machine of 256 cores starts. */
const mostOwnProcesses = 1024;

/** Half of the free disk space, three quarters of the memory, and a thousand more processes than there are. */
export function commandLimits(folder: string): CommandLimits {
  const memory = Math.min(totalmem(), process.constrainedMemory?.() || totalmem());
  return {
    fileBytes: Math.max(smallestFile, Math.floor(freeBytes(folder) / 2)),
    memoryBytes: Math.floor(memory * 0.75),
    processes: threadsNow() + moreProcesses,
    ownProcesses: mostOwnProcesses,
  };
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (error) {
    absent(error);
    return 0;
  }
}

/** Threads of the whole machine: counting only this user's would mean reading every process. */
function threadsNow(): number {
  try {
    return Number(/\/(\d+) /.exec(readFileSync("/proc/loadavg", "utf8"))?.[1] ?? 4096);
  } catch (error) {
    absent(error);
    return 4096;
  }
}

/**
 * A line of sh that sets the limits and is then replaced by the command. Shells have two flags for the number of processes; a limit that
 * cannot be set is skipped.
 */
export function limitLine({
  fileBytes,
  memoryBytes,
  processes,
}: Omit<CommandLimits, "ownProcesses">): string {
  const set = (flag: string, value: number) =>
    `(ulimit ${flag} ${value}) 2>/dev/null && ulimit ${flag} ${value}`;
  return [
    "ulimit -c 0 2>/dev/null",
    set("-f", Math.ceil(fileBytes / 512)),
    // A soft limit: a sanitizer that maps terabytes of shadow memory can raise it with `ulimit -d unlimited`.
    set("-S -d", Math.ceil(memoryBytes / 1024)),
    `${set("-u", processes)} || { ${set("-p", processes)}; }`,
    'exec "$@"',
  ].join("; ");
}
