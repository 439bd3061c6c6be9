import { readFileSync, statfsSync } from "node:fs";
import { totalmem } from "node:os";
import { absent } from "@kestrel/diagnostics";

/** What one command may take of the machine. Each is a limit of the operating system, handed down to every process it starts. */
export type CommandLimits = {
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of memory of one process: what it writes to, not the addresses it reserves. */
  memoryBytes: number;
  /** Processes and threads of this user, those that run already included. Does not bind root. */
  processes: number;
  /** Processes of the command itself at one time, counted by its supervisor: root's, too. Linux only. */
  ownProcesses: number;
};

const smallestFile = 1024 ** 3;
const moreProcesses = 1024;
/** Four times what a build on a machine of 256 cores starts. */
const mostOwnProcesses = 1024;

/** Half of what is free on the disk, three quarters of the memory, and a thousand processes more than there are. */
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
 * A line of sh that sets the limits for what it then becomes. Shells spell the number of processes in two ways, and each limit
 * that cannot be set here is left as it is.
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
    // A soft limit: a sanitizer that maps terabytes of shadow needs `ulimit -d unlimited` in front, and may have it.
    set("-S -d", Math.ceil(memoryBytes / 1024)),
    `${set("-u", processes)} || { ${set("-p", processes)}; }`,
    'exec "$@"',
  ].join("; ");
}
