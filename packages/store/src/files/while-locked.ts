import { setTimeout as wait } from "node:timers/promises";
import { passOver } from "@kestrel/diagnostics";
import { type KernelLock, lockFolder } from "./lock-with-kernel.ts";

/** Before the second attempt and between two at most, and how long somebody is waited for: what is done under the lock is one small file. Milliseconds. */
const pauseMs = { first: 10, most: 160 };
const patienceMs = 10_000;

/**
 * Does `work` while nobody else who asks for the same folder does, in whatever process. Where the machine locks nothing, and beside
 * one who stands still with the lock, it is done all the same.
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
    // A folder that cannot be opened is the complaint of the work.
    const lock = (await lockFolder(folder).catch(passOver("locking a folder"))) ?? none;
    if (lock.kind !== "taken") return lock;
    pause = Math.min(pause * 2, pauseMs.most);
  }
  return { kind: "none" };
}
