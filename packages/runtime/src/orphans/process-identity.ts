import { readFileSync, readlinkSync } from "node:fs";
import { absent } from "@kestrel/diagnostics";

/** What tells one process from a later one with the same number. */
export type ProcessIdentity = { pid: number; startTime: string; exe: string };

/** Linux only; `undefined` elsewhere and when there is no such process or it waits to be reaped. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1) ?? "";
    // Field 22 of proc_pid_stat(5); the first two are cut off.
    const startTime = afterName.split(" ")[19];
    if (startTime === undefined || /^[ZX]/.test(afterName)) return undefined;
    return { pid, startTime, exe: readlinkSync(`/proc/${pid}/exe`) };
  } catch (error) {
    absent(error);
    return undefined;
  }
}
