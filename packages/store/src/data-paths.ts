import { chmod, lstat, mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isInside, KestrelError } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import envPaths from "env-paths";
import { projectDataFolders, projectDataOf } from "./remembered-projects.ts";

/** Kestrel's folders on this machine. Absolute paths. */
export type DataPaths = {
  data: string;
  config: string;
  cache: string;
  /** Files with the lifetime of a daemon: its token, the key of its lock. */
  run: string;
  sessions: string;
  /** Logs in the trash until they are purged. */
  removed: string;
  configFile: string;
};

/**
 * Everything under `KESTREL_DATA_DIR` when it is set, otherwise the system's default folders; in a project where this user made a data
 * folder (`kestrel init --here`), data is stored there. `folder`: where the program was started. Creates nothing.
 */
export function dataPaths(
  environment: Readonly<Record<string, string | undefined>>,
  folder = process.cwd(),
): DataPaths {
  const own = environment.KESTREL_DATA_DIR;
  const system = envPaths("kestrel", { suffix: "" });
  const config = own ? join(resolve(own), "config") : resolve(system.config);
  const data = own ? resolve(own) : (projectDataOf(folder, config) ?? resolve(system.data));
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

/** Every other data folder of this user: no session's tool and no sandboxed command can read one. */
export function otherDataFolders({ data, config }: Pick<DataPaths, "data" | "config">): string[] {
  const all = [resolve(envPaths("kestrel", { suffix: "" }).data), ...projectDataFolders(config)];
  return all.filter((folder) => folder !== data);
}

/**
 * Creates the folders, accessible to this user alone. Rejects with `data_folder_unsafe` {path, why} when an existing one is a link,
 * belongs to another user or is writable by others. The same holds for a readable folder with foreign files: it may belong to the
 * system. A readable folder of Kestrel's own loses the access of others. Rejects with `data_folder_unwritable` {path, why} when a
 * folder cannot be created.
 */
export async function prepareFolders(paths: DataPaths): Promise<void> {
  await ownFolder(paths.data);
  await Promise.all([
    ...[paths.run, paths.sessions, paths.removed].map(ownFolder),
    ...[paths.config, paths.cache].map((folder) =>
      isInside({ path: folder, folder: paths.data }) ? ownFolder(folder) : makeFolder(folder),
    ),
  ]);
}

async function ownFolder(path: string): Promise<void> {
  await makeFolder(path);
  const facts = await lstat(path);
  if (!facts.isDirectory()) throw unsafe(path, facts.isSymbolicLink() ? "link" : "not_a_folder");
  if (process.getuid === undefined) return;
  if (facts.uid !== process.getuid()) throw unsafe(path, "foreign_owner");
  if ((facts.mode & 0o022) !== 0) throw unsafe(path, "writable_by_others");
  if ((facts.mode & 0o077) === 0) return;
  if (!(await isOurs(path))) throw unsafe(path, "of_others");
  await chmod(path, 0o700).catch((cause) => {
    throw unwritableFolder(path, cause);
  });
}

/** Whether a folder is Kestrel's: it is empty, contains `sessions`, or its parent does. */
async function isOurs(path: string): Promise<boolean> {
  const inside = await readdir(path);
  return (
    inside.length === 0 || [inside, await readdir(dirname(path))].some((names) => names.includes("sessions"))
  );
}

/** Makes a folder and its parents. Node's own recursive `mkdir` loops endlessly below `/proc`. */
async function makeFolder(path: string): Promise<void> {
  const make = (folder: string) => mkdir(folder, { mode: 0o700 });
  try {
    await make(path).catch(async (cause: NodeJS.ErrnoException) => {
      if (cause.code === "EEXIST") return;
      if (cause.code !== "ENOENT" || dirname(path) === path) throw cause;
      await makeFolder(dirname(path));
      await make(path).catch((again: NodeJS.ErrnoException) => {
        if (again.code !== "EEXIST") throw again;
      });
    });
  } catch (cause) {
    throw unwritableFolder(path, cause);
  }
}

/** Bytes: more than a full disk still stores inline with a file's name. */
const probeSize = 4096;

/** Writes a small file and deletes it. Rejects with `data_folder_unwritable` {path, why} when the disk is full or read-only. */
export async function proveWritable({ data, run }: DataPaths): Promise<void> {
  const file = join(run, `probe.${process.pid}`);
  try {
    const handle = await open(file, "w", 0o600);
    try {
      await handle.writeFile(Buffer.alloc(probeSize));
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw unwritableFolder(data, cause);
  } finally {
    await rm(file, { force: true }).catch(passOver("removing a probe"));
  }
}

/** The error when nothing can be written below `path`. `why` is the system's code: ENOSPC, EROFS, EACCES. */
export function unwritableFolder(path: string, cause: unknown): KestrelError {
  if (cause instanceof KestrelError) return cause;
  const why = (cause as NodeJS.ErrnoException).code ?? "unknown";
  const params = { path, why };
  return new KestrelError("data_folder_unwritable", `cannot write in ${path}: ${why}`, params, { cause });
}

function unsafe(path: string, why: string): KestrelError {
  return new KestrelError("data_folder_unsafe", `${path} cannot be trusted: ${why}`, { path, why });
}
