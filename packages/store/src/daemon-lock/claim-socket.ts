import { randomBytes } from "node:crypto";
import { link, rename, rm, stat } from "node:fs/promises";
import { connect, type Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { absent, reportUnexpected } from "@kestrel/diagnostics";

/** Wait after replacing a dead holder: a process that replaces it at the same moment is done by then. Milliseconds. */
const settlingMs = 50;

/** Listens at `address`. False when it is taken, or the file system supports no socket there. */
export function listens(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const refused = () => resolve(false);
    server.once("error", refused);
    // Exclusive: workers of a cluster must not share the listener.
    server.listen({ path: address, exclusive: true }, () => {
      server.off("error", refused);
      resolve(true);
    });
  });
}

/** The result of claiming the name: it is ours, a live holder has it, or the file system supports no sockets. */
export type Claim = "ours" | "taken" | "impossible";

/**
 * Makes `server` listen under the path `address`, which has one owner at a time: link(2) creates the name and fails when it exists. A dead
 * holder's socket is moved aside first, and only the process whose move succeeded continues. `alone`: the kernel lock keeps other processes
 * out meanwhile.
 */
export async function claimSocket(server: Server, address: string, alone: boolean): Promise<Claim> {
  const own = `${address.slice(0, -5)}.${randomBytes(3).toString("hex")}`;
  if (!(await listens(server, own))) return "impossible";
  try {
    if (alone) {
      if (await isAlive(address)) return "taken";
      await rename(own, address);
      return "ours";
    }
    return await claimName(own, address);
  } catch (error) {
    reportUnexpected("claiming a socket", error);
    return "impossible";
  } finally {
    await rm(own, { force: true });
  }
}

async function claimName(own: string, address: string): Promise<Claim> {
  for (let tookOver = false; ; ) {
    if (await linked(own, address)) {
      if (tookOver) await wait(settlingMs);
      return (await isSame(own, address)) ? "ours" : "taken";
    }
    if (await isAlive(address)) return "taken";
    const dead = `${own}.d`;
    try {
      await rename(address, dead);
    } catch (error) {
      reportUnexpected("moving a dead socket", error);
      continue;
    }
    tookOver = true;
    // A socket answers under any name: the one that was moved may belong to a new holder.
    if (await isAlive(dead)) await linked(dead, address);
    await rm(dead, { force: true });
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw cause;
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all([stat(one), stat(other).catch(absent)]);
  return left.ino === right?.ino;
}

/** Whether a process listens at `address`. The kernel accepts the connection even for a stopped process. */
function isAlive(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const finish = (alive: boolean) => {
      socket.destroy();
      resolve(alive);
    };
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
  });
}
