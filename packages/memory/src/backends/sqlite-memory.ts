import { KestrelError } from "@kestrel/core";
import { MemoryRow } from "@kestrel/protocol/api";
import { isSeen, type MemoryBackend, mostRows } from "../memory-backend.ts";
import { recallRows } from "../recall/recall-rows.ts";
import { termsOf } from "../recall/score-rows.ts";
import type { SqlDatabase } from "./sql-database.ts";
import { vectorTable } from "./vector-table.ts";

/** Increased when the tables change. A file without it counts as empty and is rebuilt from the snapshot. */
const version = 1;

/** SQLite's page cache. KiB. */
const cacheKiB = 2_000;

type Kept = { n: number; body: string };

/**
 * Facts in SQLite: a table of rows, and one that maps words to rows. No full-text table: deleted text stays in its file (docs/memory.md).
 * Throws when the database is damaged.
 */
export function sqliteMemory(database: SqlDatabase): MemoryBackend {
  database.pragma(`cache_size = -${cacheKiB}`);
  database.pragma("secure_delete = ON");
  if (database.pragma("quick_check", { simple: true }) !== "ok") throw new Error("the database is damaged");
  database.exec(`
    CREATE TABLE IF NOT EXISTS rows (n INTEGER PRIMARY KEY, id TEXT UNIQUE, scope TEXT, key TEXT, body TEXT, UNIQUE (scope, key));
    CREATE TABLE IF NOT EXISTS words (term TEXT, n INTEGER, PRIMARY KEY (term, n)) WITHOUT ROWID;
  `);
  database.pragma(`user_version = ${version}`);
  const byKey = database.prepare("SELECT n, body FROM rows WHERE scope = ? AND key = ?");
  const byId = database.prepare("SELECT n, body FROM rows WHERE id = ?");
  const byNumber = database.prepare("SELECT n, body FROM rows WHERE n = ?");
  const every = database.prepare("SELECT n, body FROM rows ORDER BY n");
  const total = database.prepare("SELECT count(*) AS count FROM rows");
  const insert = database.prepare("INSERT INTO rows (id, scope, key, body) VALUES (?, ?, ?, ?)");
  const update = database.prepare("UPDATE rows SET body = ? WHERE n = ?");
  const remove = database.prepare("DELETE FROM rows WHERE n = ?");
  const addWord = database.prepare("INSERT OR IGNORE INTO words (term, n) VALUES (?, ?)");
  const removeWord = database.prepare("DELETE FROM words WHERE term = ? AND n = ?");
  const having = database.prepare("SELECT n FROM words WHERE term = ?").pluck();

  const read = (kept: unknown): MemoryRow | undefined =>
    kept === undefined ? undefined : MemoryRow.parse(JSON.parse((kept as Kept).body));
  const count = () => (total.get() as { count: number }).count;

  const store = database.transaction((wanted: MemoryRow): MemoryRow => {
    const scope = wanted.workspace ?? "";
    const there = byKey.get(scope, wanted.key) as Kept | undefined;
    const before = read(there);
    const row = before ? { ...wanted, id: before.id, createdAt: before.createdAt } : wanted;
    const body = JSON.stringify(row);
    if (!there && count() >= mostRows)
      throw new KestrelError("memory_refused", "full", { reason: "memory_full" });
    const n = there?.n ?? Number(insert.run(row.id, scope, row.key, body).lastInsertRowid);
    if (there) update.run(body, n);
    if (before?.content === row.content) return row;
    for (const term of before ? termsOf(before.content) : []) removeWord.run(term, n);
    for (const term of termsOf(row.content)) addWord.run(term, n);
    return row;
  });
  const forget = database.transaction((id: string): boolean => {
    const there = byId.get(id) as Kept | undefined;
    const row = read(there);
    if (!there || !row) return false;
    for (const term of termsOf(row.content)) removeWord.run(term, there.n);
    return remove.run(there.n).changes > 0;
  });
  const answering = async <Value>(work: () => Value): Promise<Value> => {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof KestrelError) throw cause;
      throw new KestrelError(
        "memory_unavailable",
        "the database cannot be used",
        { reason: "memory_busy" },
        { cause },
      );
    }
  };
  return {
    kind: "sqlite",
    vectors: vectorTable(database),
    store: (row) =>
      answering(() => {
        const kept = store(row);
        // The row's previous words may be in the write-ahead log.
        if (kept.previous !== undefined) database.pragma("wal_checkpoint(TRUNCATE)");
        return kept;
      }),
    recall: (words, filter, limit) =>
      answering(() => {
        const index = {
          having: (term: string) => having.all(term) as number[],
          row: (n: number) => read(byNumber.get(n)),
        };
        return recallRows(index, words, filter, limit);
      }),
    get: (id) => answering(() => read(byId.get(id))),
    list: (filter) =>
      answering(() =>
        every.all().flatMap((kept) => {
          const row = read(kept);
          return row && isSeen(row, filter) ? [row] : [];
        }),
      ),
    forget: (id) =>
      answering(() => {
        const forgotten = forget(id);
        // Until then the words are in the write-ahead log.
        if (forgotten) database.pragma("wal_checkpoint(TRUNCATE)");
        return forgotten;
      }),
    count: () => answering(count),
    health: () => answering(() => database.pragma("quick_check", { simple: true }) === "ok"),
    close: async () => void database.close(),
  };
}
