import { setTimeout as wait } from "node:timers/promises";
import { passOver } from "@kestrel/diagnostics";
import { type KernelLock, lockFolder } from "./lock-with-kernel.ts";

/** The first and the longest pause between attempts, and the longest wait. A holder only writes one small file. Milliseconds. */
const pauseMs = { first: 10, most: 160 };
const patienceMs = 10_000;

/**
 * Runs `work` while no other call for the same folder does, in any process. It also runs where the machine cannot lock files,
 * and when the lock is still taken after `patienceMs`.
 */
export async function whileLocked<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await held(folder);
  try {
    return await work();
  } finally {
    if (lock.kind === "held") await lock.file.close();
  }
}

const none: KernelLock = { kind: "none" };

async function held(folder: string): Promise<KernelLock> {
  let pause = pauseMs.first;
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(pause)) {
    // A folder that cannot be opened is reported by `work`.
    const lock = (await lockFolder(folder).catch(passOver("locking a folder"))) ?? none;
    if (lock.kind !== "taken") return lock;
    pause = Math.min(pause * 2, pauseMs.most);
  }
  return { kind: "none" };
}
