import { rm } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { reportUnexpected } from "@kestrel/diagnostics";
import { SessionSummary } from "@kestrel/protocol";
import { type LoadDriver, openDatabase } from "./open-database.ts";
import type { SummaryStore } from "./summary-store.ts";

type Row = { mark: string; summary: string; seal: number };

/** Opens the index, and rebuilds a damaged one. Rejects when the driver cannot load or the folder is not writable. */
export async function databaseSummaries(file: string, load?: LoadDriver): Promise<SummaryStore> {
  try {
    return await openSummaries(file, load);
  } catch (error) {
    reportUnexpected("opening the index", error);
    await removeDatabase(file);
    return openSummaries(file, load);
  }
}

/** Deletes the index with its side files; it is rebuilt from the logs. */
export async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) await rm(file + suffix, { force: true });
}

async function openSummaries(file: string, load: LoadDriver | undefined): Promise<SummaryStore> {
  const database = await openDatabase(file, load);
  if (database.pragma("quick_check", { simple: true }) !== "ok") {
    database.close();
    throw new Error("the database is damaged");
  }
  // A title contains words of its session, so it is erased with it.
  database.pragma("secure_delete = ON");
  database.exec(
    "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, mark TEXT, summary TEXT, seal INTEGER) WITHOUT ROWID",
  );
  const select = database.prepare<[string], Row>("SELECT mark, summary, seal FROM sessions WHERE id = ?");
  const upsert = database.prepare(
    "INSERT OR REPLACE INTO sessions (id, mark, summary, seal) VALUES (?, ?, ?, ?)",
  );
  const remove = database.prepare("DELETE FROM sessions WHERE id = ?");
  return {
    load(id) {
      const row = select.get(id);
      // SQLite does not detect a flipped bit inside a text.
      if (!row || row.seal !== sealOf(id, row.mark, row.summary)) return undefined;
      if (row.summary === "") return { mark: row.mark };
      const summary = SessionSummary.safeParse(JSON.parse(row.summary));
      return summary.success ? { mark: row.mark, summary: summary.data } : undefined;
    },
    keep(id, { mark, summary }) {
      const text = summary ? JSON.stringify(summary) : "";
      upsert.run(id, mark, text, sealOf(id, mark, text));
    },
    drop(id) {
      remove.run(id);
      database.pragma("wal_checkpoint(TRUNCATE)");
    },
    close: () => void database.close(),
  };
}

function sealOf(id: string, mark: string, summary: string): number {
  return crc32(`${id}\n${mark}\n${summary}`);
}
