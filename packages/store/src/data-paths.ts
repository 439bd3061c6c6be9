import { chmod, lstat, mkdir } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { KestrelError } from "@kestrel/core";
import envPaths from "env-paths";

/** Where Kestrel keeps its things on this machine. Absolute paths. */
export type DataPaths = {
  data: string;
  config: string;
  cache: string;
  /** What lives as long as a daemon: its token, the key of its lock. */
  run: string;
  sessions: string;
  /** Logs put aside until they are purged. */
  removed: string;
  configFile: string;
};

/** The system's own places, or everything under `KESTREL_DATA_DIR` when it is set. Creates nothing. */
export function dataPaths(environment: Readonly<Record<string, string | undefined>>): DataPaths {
  const own = environment.KESTREL_DATA_DIR;
  const system = envPaths("kestrel", { suffix: "" });
  const data = own ? resolve(own) : resolve(system.data);
  const config = own ? join(data, "config") : resolve(system.config);
  const cache = own ? join(data, "cache") : resolve(system.cache);
  return {
    data,
    config,
    cache,
    run: join(data, "run"),
    sessions: join(data, "sessions"),
    removed: join(data, "removed"),
    configFile: join(config, "config.toml"),
  };
}

/**
 * Makes the folders, for this user alone. Rejects with `data_folder_unsafe` {path, why} when one that exists is a link,
 * is somebody else's or can be written by others; one that others can only read is closed to them.
 */
export async function prepareFolders(paths: DataPaths): Promise<void> {
  await ownFolder(paths.data);
  for (const folder of [paths.run, paths.sessions, paths.removed]) await ownFolder(folder);
  for (const folder of [paths.config, paths.cache]) {
    if (folder.startsWith(paths.data + sep)) await ownFolder(folder);
    else await mkdir(folder, { recursive: true, mode: 0o700 });
  }
}

async function ownFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EEXIST") throw unsafe(path, cause.code ?? "unknown", cause);
  });
  const facts = await lstat(path);
  if (!facts.isDirectory()) throw unsafe(path, facts.isSymbolicLink() ? "link" : "not_a_folder");
  if (process.getuid === undefined) return;
  if (facts.uid !== process.getuid()) throw unsafe(path, "foreign_owner");
  if ((facts.mode & 0o022) !== 0) throw unsafe(path, "writable_by_others");
  if ((facts.mode & 0o077) !== 0) await chmod(path, 0o700);
}

function unsafe(path: string, why: string, cause?: unknown): KestrelError {
  return new KestrelError(
    "data_folder_unsafe",
    `${path} cannot be trusted: ${why}`,
    { path, why },
    { cause },
  );
}
