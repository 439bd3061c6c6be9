import { randomBytes } from "node:crypto";
import { type FileHandle, rm, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { KestrelError } from "@kestrel/core";
import { absent, passOver } from "@kestrel/diagnostics";
import { type DataPaths, unwritableFolder } from "../data-paths.ts";
import { type KernelLock, lockWithKernel } from "../files/lock-with-kernel.ts";
import { replaceFile } from "../files/replace-file.ts";
import { readPrivate } from "../token.ts";
import {
  answerTo,
  askHolder,
  type DaemonFacts,
  type Holder,
  type HolderAnswer,
  keyFile,
} from "./ask-holder.ts";
import { claimSocket, listens } from "./claim-socket.ts";
import { type LockAddresses, lockAddresses } from "./lock-addresses.ts";

/** The exclusive right to write in a data folder, held until `release` or the end of the process. */
export type DaemonLock = {
  /** Publishes the address and facts for processes that look for the daemon. */
  publish(facts: DaemonFacts): void;
  release(): Promise<void>;
};

/** Pause between attempts while a holder exits or a new one cannot answer yet, and the longest wait. Milliseconds. */
const pauseMs = 25;
const patienceMs = 1500;
const startPatienceMs = 5000;

/**
 * Takes the data folder for this process. Rejects with `daemon_running` {folder, pid, url} when another daemon has it, in
 * any network namespace or container. A foreign process at one of the addresses does not prevent it.
 */
export async function acquireDaemonLock(paths: DataPaths, lock = lockWithKernel): Promise<DaemonLock> {
  const place = await lockAddresses(paths);
  let asked: HolderAnswer = { kind: "free" };
  let pause = pauseMs;
  for (const end = performance.now() + startPatienceMs; performance.now() < end; pause *= 2) {
    const held = await tryToHold(paths, place, lock).catch((cause: unknown) => {
      throw unwritableFolder(paths.data, cause);
    });
    if (held) return held;
    asked = await askAround(paths, place);
    if (asked.kind === "held") break;
    await wait(pause);
  }
  const who: Partial<Holder> = asked.kind === "held" ? asked.holder : {};
  throw new KestrelError("daemon_running", `a daemon holds ${paths.data} already`, {
    folder: paths.data,
    ...(who.pid === undefined ? {} : { pid: who.pid }),
    ...(who.url === undefined ? {} : { url: who.url }),
  });
}

/**
 * Only its holder starts a daemon in the background; the folders must exist. The kernel releases it with its process. `none` when the
 * machine cannot lock files: then only the data folder's lock decides. Rejects with `data_folder_unwritable` on a read-only disk.
 */
export function lockStart({ run }: Pick<DataPaths, "run">): Promise<KernelLock> {
  return process.platform === "win32"
    ? Promise.resolve({ kind: "none" })
    : lockWithKernel(join(run, "starting")).catch((cause: unknown) => {
        throw unwritableFolder(run, cause);
      });
}

/** The daemon that holds the data folder, once it has published its address; undefined when there is none. */
export async function findDaemon(paths: DataPaths): Promise<({ pid: number } & DaemonFacts) | undefined> {
  const place = await lockAddresses(paths).catch(passOver("looking for a daemon"));
  if (!place) return undefined;
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(pauseMs)) {
    const asked = await askAround(paths, place);
    if (asked.kind === "free") return undefined;
    if (asked.kind !== "held") continue;
    const { url } = asked.holder;
    if (url !== undefined) return { ...asked.holder, url };
  }
  return undefined;
}

/** Where `findDaemon` found none: the process id of one that holds the data folder and does not answer, such as a paused one. */
export async function findSilentDaemon(paths: DataPaths): Promise<number | undefined> {
  const place = await lockAddresses(paths).catch(passOver("looking for a daemon"));
  if (place?.lockFile === undefined) return undefined;
  if ((await askAround(paths, place)).kind !== "silent") return undefined;
  const pid = Number(await readPrivate(place.lockFile));
  return pid > 1 ? pid : undefined;
}

/** Asks at every address and believes the first process that proves to be the holder. */
async function askAround(paths: DataPaths, { addresses }: LockAddresses): Promise<HolderAnswer> {
  let heard: HolderAnswer = { kind: "free" };
  for (const address of addresses) {
    const asked = await askHolder(paths, address);
    if (asked.kind === "held") return asked;
    // Any process can listen at an abstract address, so silence there proves nothing.
    if (asked.kind === "silent" && !address.startsWith("\0")) heard = asked;
  }
  return heard;
}

async function tryToHold(
  paths: DataPaths,
  { addresses, lockFile }: LockAddresses,
  lock: (path: string) => Promise<KernelLock>,
): Promise<DaemonLock | undefined> {
  const kernel: KernelLock = lockFile === undefined ? { kind: "none" } : await lock(lockFile);
  if (kernel.kind === "taken") return undefined;
  const holder: Holder = { pid: process.pid };
  const key = randomBytes(32).toString("hex");
  const servers: Server[] = [];
  /** Our sockets by name, each with its inode: the next holder's socket has the same name. */
  const sockets = new Map<string, number | undefined>();
  const letGo = async () => {
    for (const [socket, inode] of sockets)
      if ((await inodeOf(socket)) === inode)
        await rm(socket, { force: true }).catch(passOver("removing a socket"));
    await Promise.all(servers.map((server) => new Promise<void>((done) => void server.close(() => done()))));
    if (kernel.kind === "held") await kernel.file.close();
  };
  /** Whether one of the addresses is ours, and no live holder has another. */
  let owned = kernel.kind === "held";
  for (const address of addresses) {
    // A holder by the rules of an earlier Kestrel, or by another lock type, is not displaced.
    if ((await askHolder(paths, address)).kind === "held") {
      await letGo();
      return undefined;
    }
    const server = answering(holder, key);
    if (lockFile === undefined || address.startsWith("\0")) {
      const ours = await listens(server, address);
      if (ours) servers.push(server);
      else if (lockFile === undefined) return undefined;
      owned ||= ours;
      continue;
    }
    const claim = await claimSocket(server, address, kernel.kind === "held");
    if (claim !== "impossible") servers.push(server);
    // Only this user can listen in our own folder. Elsewhere any user can.
    if (claim === "taken" && (!owned || address.startsWith(paths.run))) {
      await letGo();
      return undefined;
    }
    if (claim !== "ours") continue;
    owned = true;
    sockets.set(address, await inodeOf(address));
  }
  if (!owned) {
    await letGo();
    return undefined;
  }
  for (const server of servers) server.unref();
  try {
    if (kernel.kind === "held") await noteHolder(kernel.file);
    await replaceFile(keyFile(paths), key);
  } catch (error) {
    await letGo();
    throw error;
  }
  return {
    publish(facts) {
      Object.assign(holder, facts);
    },
    release: letGo,
  };
}

/** For `findSilentDaemon`. */
async function noteHolder(file: FileHandle): Promise<void> {
  await file.truncate();
  await file.write(String(process.pid), 0);
}

async function inodeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(absent))?.ino;
}

/** A server that answers each nonce with the holder's identity and a proof. */
function answering(holder: Holder, key: string): Server {
  return createServer((socket) => {
    let heard = "";
    socket.setEncoding("utf8");
    socket.setTimeout(2000, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("data", (text: string) => {
      heard += text;
      const end = heard.indexOf("\n");
      if (end >= 0) socket.end(answerTo(heard.slice(0, end), holder, key));
      else if (heard.length > 200) socket.destroy();
    });
  });
}
