import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { say } from "./places.mjs";

/**
 * Runs `work` while no other process holds the lock file `path`; a dead holder is ignored, so a crash needs no clean-up. The file names its
 * holder and is created atomically, by `link`.
 */
export async function withLock(path, work) {
  const mine = `${path}.${randomUUID()}`;
  const holder = me();
  writeFileSync(mine, holder);
  try {
    for (let waited = false; !take(path, mine); waited = true) {
      if (!waited) say("another terminal is at it; waiting for it");
      await pause(200);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  try {
    return await work();
  } finally {
    if (read(path) === holder) rmSync(path, { force: true });
  }
}

function take(path, mine) {
  for (;;) {
    try {
      linkSync(mine, path);
      return true;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = read(path);
    if (holder !== undefined && lives(holder)) return false;
    // Two processes may detect the same dead holder: only the one whose rename took its file continues.
    const dead = `${mine}.dead`;
    try {
      renameSync(path, dead);
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
      continue;
    }
    if (read(dead) !== holder) linkSync(dead, path);
    rmSync(dead, { force: true });
  }
}

/** A process id may be reused after a crash, so the name includes its start time where it can be read. */
function me() {
  return `${process.pid} ${startOf(process.pid)}`;
}

function lives(holder) {
  const [pid, start] = holder.split(" ");
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return startOf(pid) === start;
}

function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return "-";
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
