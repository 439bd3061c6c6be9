import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DataPaths } from "../data-paths.ts";

/** Longest unix socket path that every system supports (macOS: 104 with its NUL). */
const longestSocketPath = 103;

/** Where to find the holder of a data folder, and what keeps a second one out. */
export type LockAddresses = {
  /** Where the holder listens, best first. */
  addresses: readonly string[];
  /** Locked by the kernel where supported; in the folder itself, so that it works across network namespaces and containers. */
  lockFile?: string;
};

/**
 * Named after the device and inode of the folder, so that links and mounts of it get the same name. Abstract sockets of Linux belong to a
 * network namespace, and any user can listen there: they only help to find the holder when the folder supports no socket. Windows' named
 * pipes are shared by the whole machine and vanish with their process.
 */
export async function lockAddresses(paths: DataPaths): Promise<LockAddresses> {
  const { dev, ino } = await stat(paths.data, { bigint: true });
  const name = createHash("sha256").update(`kestrel ${dev} ${ino}`).digest("hex").slice(0, 32);
  if (process.platform === "win32") return { addresses: [`\\\\.\\pipe\\kestrel-${name}`] };
  const beside = join(paths.run, "daemon.sock");
  const abstract = process.platform === "linux" ? [`\0kestrel-${name}`] : [];
  const elsewhere = process.platform === "linux" ? [] : [join(tmpdir(), `kestrel-${name}.sock`)];
  const first = Buffer.byteLength(beside) <= longestSocketPath ? [beside] : elsewhere;
  return { addresses: [...first, ...abstract], lockFile: join(paths.run, "lock") };
}
