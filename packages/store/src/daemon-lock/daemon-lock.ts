import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { KestrelError } from "@kestrel/core";
import type { DataPaths } from "../data-paths.ts";
import { writePrivately } from "../token.ts";
import { type Asked, answerTo, askHolder, type Holder, keyFile } from "./ask-holder.ts";
import { lockAddress } from "./lock-address.ts";

/** The right to write in a data folder, held until `release` or the end of the process, however it ends. */
export type DaemonLock = {
  /** Tells those who look for the daemon where it listens. */
  publish(info: { url: string }): void;
  release(): Promise<void>;
};

/** Between two attempts while a holder is going or a new one is not yet able to answer, and how long that may go on. */
const pauseMs = 25;
const patienceMs = 1500;

/** Takes the data folder for this process. Rejects with `daemon_running` {pid, url} when another one has it. */
export async function acquireDaemonLock(paths: DataPaths): Promise<DaemonLock> {
  const place = await lockAddress(paths);
  let asked: Asked = { kind: "free" };
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(pauseMs)) {
    const lock = await tryToHold(paths, place);
    if (lock) return lock;
    asked = await askHolder(paths, place.address);
    if (asked.kind === "held") break;
  }
  const who: Partial<Holder> = asked.kind === "held" ? asked.holder : {};
  throw new KestrelError("daemon_running", `a daemon holds ${paths.data} already`, {
    folder: paths.data,
    ...(who.pid === undefined ? {} : { pid: who.pid }),
    ...(who.url === undefined ? {} : { url: who.url }),
  });
}

/** The daemon that holds the data folder, once it says where it listens; undefined when there is none. */
export async function findDaemon(paths: DataPaths): Promise<{ pid: number; url: string } | undefined> {
  const place = await lockAddress(paths).catch(() => undefined);
  if (!place) return undefined;
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(pauseMs)) {
    const asked = await askHolder(paths, place.address);
    if (asked.kind === "free") return undefined;
    if (asked.kind === "held" && asked.holder.url !== undefined) {
      return { pid: asked.holder.pid, url: asked.holder.url };
    }
  }
  return undefined;
}

type Place = Awaited<ReturnType<typeof lockAddress>>;

async function tryToHold(paths: DataPaths, { address, lockFile }: Place): Promise<DaemonLock | undefined> {
  const held = lockFile === undefined ? undefined : await lockWithKernel(lockFile);
  if (lockFile !== undefined) {
    if (!held) return undefined;
    await rm(address, { force: true });
  }
  const holder: Holder = { pid: process.pid };
  const key = randomBytes(32).toString("hex");
  const server = createServer((socket) => {
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
  if (!(await listens(server, address))) {
    await held?.close();
    return undefined;
  }
  server.unref();
  await writePrivately(keyFile(paths), key);
  return {
    publish({ url }) {
      holder.url = url;
    },
    async release() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await held?.close();
    },
  };
}

/** False when the address is taken: the kernel lets exactly one process listen there. */
function listens(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    });
    // One listener in all: workers of a cluster must not share it.
    server.listen({ path: address, exclusive: true }, () => resolve(true));
  });
}

/** BSD's O_EXLOCK: the open itself takes the lock, and the kernel drops it with the process. Undefined when it is taken. */
async function lockWithKernel(file: string): Promise<FileHandle | undefined> {
  const exclusiveLock = 0x20;
  const { O_CREAT, O_RDWR, O_NONBLOCK } = constants;
  try {
    return await open(file, O_CREAT | O_RDWR | O_NONBLOCK | exclusiveLock, 0o600);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "EAGAIN" || code === "EWOULDBLOCK") return undefined;
    throw cause;
  }
}
