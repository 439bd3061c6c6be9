import { open } from "node:fs/promises";
import type Driver from "better-sqlite3";

export type Database = Driver.Database;
export type LoadDriver = () => Promise<{ default: typeof Driver }>;

/** The only import of the SQLite driver. Its native part may not load on this machine. */
const loadDriver: LoadDriver = () => import("better-sqlite3");

/**
 * Opens or creates a database file for this user alone. `timeout`: the longest wait for another process's lock, in milliseconds; it blocks
 * this process. Rejects when the native part cannot load or the file is not a database.
 */
export async function openDatabase(
  file: string,
  load: LoadDriver = loadDriver,
  { timeout }: { timeout?: number } = {},
): Promise<Database> {
  const { default: DatabaseDriver } = await load();
  // SQLite gives its side files the mode of the main file.
  await (await open(file, "a", 0o600)).close();
  const database = new DatabaseDriver(file, { ...(timeout !== undefined && { timeout }) });
  try {
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
