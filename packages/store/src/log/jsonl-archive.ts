import { constants } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { importRefused, KestrelError } from "@kestrel/core";
import { absent, passOver } from "@kestrel/diagnostics";
import { type EventOf, type RemovedSession, SessionId } from "@kestrel/protocol";
import type { DataPaths } from "../data-paths.ts";
import { checkpointOf } from "./checkpoint-file.ts";
import { importLog, importName } from "./import-log.ts";
import { JsonlEventLog } from "./jsonl-event-log.ts";
import { unwritable } from "./log-file.ts";
import { backupName, migrateLog, migratingName } from "./migrate-log.ts";
import type { Migrations } from "./migrations.ts";
import { readSummary } from "./read-summary.ts";
import { shareLog } from "./share-log.ts";
import type { StoredArchive } from "./stored-log.ts";
import { syncFolder } from "./sync-folder.ts";

const logName = /^(s[0-9a-z]{8,40})\.jsonl$/;
/** `<id>.<milliseconds of its removal>.jsonl` */
const removedName = /^(s[0-9a-z]{8,40})\.(\d+)\.jsonl$/;

/** Most removed sessions that are listed: each log is read for it. */
const listedAside = 100;

/** The session logs in the data folder, one JSONL file each. One log opened twice is one writer with two handles. */
export function jsonlArchive(
  paths: DataPaths,
  now: () => Date = () => new Date(),
  /** Enables checkpoints, readable by programs of this build. */
  build?: string,
  known?: Migrations,
): StoredArchive {
  const share = shareLog(build);
  /** Sessions that are being imported. */
  const importing = new Set<SessionId>();
  const fileOf = (id: SessionId): string => join(paths.sessions, `${checked(id)}.jsonl`);

  async function removedFiles(): Promise<{ id: SessionId; at: number; file: string }[]> {
    return (await names(paths.removed)).flatMap((name) => {
      const [, id, at] = removedName.exec(name) ?? [];
      return id ? [{ id: SessionId.parse(id), at: Number(at), file: join(paths.removed, name) }] : [];
    });
  }

  async function remove(id: SessionId): Promise<void> {
    const target = join(paths.removed, `${id}.${now().getTime()}.jsonl`);
    await move(fileOf(id), target, id);
    await rm(checkpointOf(fileOf(id)), { force: true });
  }

  return {
    async ids() {
      return (await names(paths.sessions)).flatMap((name) => {
        const id = logName.exec(name)?.[1];
        return id ? [SessionId.parse(id)] : [];
      });
    },

    async create(id) {
      const file = fileOf(id);
      await createFile(file);
      return share(id, () => JsonlEventLog.open(file, now));
    },

    async open(id) {
      const file = fileOf(id);
      return share(id, async () => {
        // A full or read-only disk: it can be read as it is.
        await migrateLog(file, now, known).catch(passOver("migrating a log", { sessionId: id }));
        return JsonlEventLog.open(file, now).catch((cause: NodeJS.ErrnoException) => {
          if (cause.code === "ENOENT") throw notFound(id);
          if (cause.code === "not_a_file") throw noLog(id, cause);
          throw unwritable(file, cause);
        });
      });
    },

    async import(bytes, admit) {
      let claimed: SessionId | undefined;
      const admitNew = async (opened: EventOf<"session.opened">) => {
        const { sessionId } = opened;
        const aside = (await removedFiles()).some(({ id }) => id === sessionId);
        if (importing.has(sessionId) || aside || (await exists(fileOf(sessionId))))
          throw importRefused("session_exists", { sessionId });
        claimed = sessionId;
        importing.add(sessionId);
        await admit(opened);
      };
      try {
        return await importLog(bytes, { folder: paths.sessions, now, admit: admitNew });
      } finally {
        if (claimed) importing.delete(claimed);
      }
    },

    remove,

    async abandon(id) {
      const file = fileOf(id);
      if (await isEmpty(file)) await rm(file, { force: true });
      else await remove(id);
    },

    async restore(id) {
      const aside = (await removedFiles()).filter((removed) => removed.id === id);
      const newest = aside.sort((one, other) => other.at - one.at)[0];
      if (!newest) throw notFound(id);
      if (await exists(fileOf(id))) throw taken(id);
      await move(newest.file, fileOf(id), id);
    },

    async removed() {
      const newest = (await removedFiles()).sort((one, other) => other.at - one.at);
      const listed = new Map<SessionId, RemovedSession>();
      for (const { id, at, file } of newest.slice(0, listedAside)) {
        if (listed.has(id) || (await exists(fileOf(id)))) continue;
        // A log that cannot be read now, or is deleted meanwhile, is left out.
        const session = await readSummary(file, id).catch(
          passOver("reading a removed session", { sessionId: id }),
        );
        if (session) listed.set(id, { session, removedAt: new Date(at).toISOString() });
      }
      return [...listed.values()];
    },

    async purge(olderThanMs) {
      const limit = now().getTime() - olderThanMs;
      for (const removed of await removedFiles()) {
        if (removed.at > limit) continue;
        await rm(removed.file, { force: true });
        if (!(await exists(fileOf(removed.id)))) await removeLeft(paths.sessions, removed.id);
      }
      for (const name of await names(paths.sessions))
        if (importName.test(name) || migratingName.test(name) || backupName.test(name))
          await removeOlder(join(paths.sessions, name), limit);
    },
  };
}

function checked(id: SessionId): SessionId {
  const safe = SessionId.safeParse(id);
  if (!safe.success) throw notFound(id);
  return safe.data;
}

async function createFile(file: string): Promise<void> {
  try {
    const { O_CREAT, O_EXCL, O_WRONLY } = constants;
    await (await open(file, O_CREAT | O_EXCL | O_WRONLY, 0o600)).close();
    await syncFolder(dirname(file));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") throw taken(file);
    throw unwritable(file, cause);
  }
}

async function move(from: string, to: string, id: SessionId): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === "ENOENT" ? notFound(id) : unwritable(to, cause);
  }
  await syncFolder(dirname(to));
  await syncFolder(dirname(from));
}

/** The files beside a deleted log: torn tails and backups of migrations. */
async function removeLeft(folder: string, id: SessionId): Promise<void> {
  for (const name of await names(folder)) {
    if (name.startsWith(`${id}.torn-`) || backupName.exec(name)?.[1] === id)
      await rm(join(folder, name), { force: true });
  }
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return [];
    throw cause;
  });
}

async function isEmpty(path: string): Promise<boolean> {
  return (await stat(path).catch(absent))?.size === 0;
}

async function removeOlder(path: string, limit: number): Promise<void> {
  const facts = await stat(path).catch(absent);
  // A hard link keeps the old modification time; only its ctime is new.
  if (facts && facts.ctimeMs < limit) await rm(path, { force: true });
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(absent)) !== undefined;
}

function noLog(id: string, cause: unknown): KestrelError {
  const params = { sessionId: id, reason: "not_a_file" };
  return new KestrelError("log_damaged", `the log of ${id} is no file`, params, { cause });
}

function notFound(id: string): KestrelError {
  return new KestrelError("session_not_found", `there is no session ${id}`, { sessionId: id });
}

function taken(id: string): KestrelError {
  return new KestrelError("session_busy", `${id} exists already`, { sessionId: id });
}
