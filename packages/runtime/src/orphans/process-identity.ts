import { readFileSync, readlinkSync } from "node:fs";
import { absent } from "@kestrel/diagnostics";

/** Distinguishes a process from a later one with the same id. */
export type ProcessIdentity = { pid: number; startTime: string; exe: string };

/** Linux only; `undefined` elsewhere and for a missing or zombie process. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
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
