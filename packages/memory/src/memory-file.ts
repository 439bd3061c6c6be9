import { mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { KestrelError } from "@kestrel/core";
import { absent, report } from "@kestrel/diagnostics";
import { readRows } from "./backends/jsonl-file.ts";
import { jsonlMemory } from "./backends/jsonl-memory.ts";
import type { SqlDatabase } from "./backends/sql-database.ts";
import { sqliteMemory } from "./backends/sqlite-memory.ts";
import type { MemoryBackend } from "./memory-backend.ts";

/** Opens a database file. Rejects with a code `SQLITE_…` because of the file, otherwise because the driver does not load. */
export type OpenDatabase = (file: string) => Promise<SqlDatabase>;

/** The result of opening: restored from the snapshot, without a driver, or old rows deleted. */
export type OpeningNotice =
  | { code: "memory_restored"; rows: number; kept?: string }
  | { code: "memory_plain" }
  | { code: "memory_expired"; rows: number };

/** The files of memory in a folder. The JSONL file is the snapshot of the database, or the only storage without a driver. */
export function memoryFiles(folder: string) {
  return {
    database: join(folder, "memory.db"),
    rows: join(folder, "memory.jsonl"),
    markdown: join(folder, "memory.md"),
  };
}

/** Whether anything is stored there. */
export async function hasMemory(folder: string): Promise<boolean> {
  const { database, rows } = memoryFiles(folder);
  const found = await Promise.all([database, rows].map((file) => stat(file).catch(absent)));
  return found.some((one) => one !== undefined);
}

/**
 * Opens the memory in a folder. A missing, empty, truncated or overwritten database is rebuilt from the snapshot; the bad file is
 * quarantined beside it. Rejects with `memory_unavailable` when another process holds it.
 */
export async function openMemory(
  folder: string,
  open: OpenDatabase,
  notice: (notice: OpeningNotice) => void,
): Promise<MemoryBackend> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = memoryFiles(folder);
  const before = await stat(files.database).catch(absent);
  const usable = async (): Promise<MemoryBackend | "empty" | "damaged" | "no driver"> => {
    let database: SqlDatabase;
    try {
      database = await open(files.database);
    } catch (error) {
      return failureOf(error) === "other" ? noDriver(error) : "damaged";
    }
    try {
      const made = database.pragma("user_version", { simple: true }) !== 0;
      const backend = sqliteMemory(database);
      await backend.list({ all: true });
      if (made || before === undefined) return backend;
      await backend.close();
      return "empty";
    } catch (error) {
      database.close();
      if (failureOf(error) === "busy") throw unavailable(error);
      report("opening memory", error);
      return "damaged";
    }
  };
  const opened = before === undefined || before.size > 0 ? await usable() : "empty";
  if (opened === "no driver") {
    notice({ code: "memory_plain" });
    return jsonlMemory(files.rows);
  }
  const snapshot = await readRows(files.rows);
  if (typeof opened !== "string") {
    if (before === undefined && snapshot.length > 0) await hydrate(opened, snapshot, notice);
    return opened;
  }
  const kept = await setAside(files.database);
  const backend = sqliteMemory(await open(files.database));
  if (snapshot.length > 0 || kept) await hydrate(backend, snapshot, notice, kept);
  return backend;
}

async function hydrate(
  backend: MemoryBackend,
  rows: readonly Parameters<MemoryBackend["store"]>[0][],
  notice: (notice: OpeningNotice) => void,
  kept?: string,
): Promise<void> {
  for (const row of rows) await backend.store(row);
  notice({ code: "memory_restored", rows: rows.length, ...(kept !== undefined && { kept }) });
}

/** Renames a database with its side files, for inspection. */
async function setAside(file: string): Promise<string> {
  const kept = `${file}.damaged-${Date.now()}`;
  for (const suffix of ["", "-wal", "-shm"])
    await rename(file + suffix, kept + suffix).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  return kept;
}

function noDriver(error: unknown): "no driver" {
  report("loading the SQLite driver", error);
  return "no driver";
}

function unavailable(cause: unknown): KestrelError {
  return new KestrelError(
    "memory_unavailable",
    "the database is locked",
    { reason: "memory_busy" },
    { cause },
  );
}

/** The kind of failure; throws when the file is locked. */
function failureOf(error: unknown): "busy" | "damaged" | "other" {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  const word = String((cause as { code?: unknown } | undefined)?.code ?? code ?? "");
  if (/^SQLITE_(BUSY|LOCKED)/.test(word)) throw unavailable(error);
  return word.startsWith("SQLITE_") ? "damaged" : "other";
}
