import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DataPaths } from "../data-paths.ts";

/** Longest path a unix socket may have on every system (macOS: 104 with its NUL). */
const longestSocketPath = 103;

/**
 * Where the holder of a data folder listens. Named after the folder itself (device and inode), so that links and mounts of it meet.
 * Linux's abstract sockets and Windows' named pipes vanish with their process. `lockFile`: elsewhere the kernel locks that file.
 */
export async function lockAddress(paths: DataPaths): Promise<{ address: string; lockFile?: string }> {
  const { dev, ino } = await stat(paths.data, { bigint: true });
  const name = createHash("sha256").update(`kestrel ${dev} ${ino}`).digest("hex").slice(0, 32);
  if (process.platform === "linux") return { address: `\0kestrel-${name}` };
  if (process.platform === "win32") return { address: `\\\\.\\pipe\\kestrel-${name}` };
  const beside = join(paths.run, "daemon.sock");
  const address = beside.length <= longestSocketPath ? beside : join(tmpdir(), `kestrel-${name}.sock`);
  return { address, lockFile: join(paths.run, "lock") };
}
