import type { SessionId } from "@kestrel/protocol";
import { FoundKind } from "@kestrel/protocol/api";
import { type SearchTerm, searchTokens, searchWords, tokensOf } from "@kestrel/text";
import { type LoadDriver, openDatabase } from "../index-db/open-database.ts";
import type { LogEntry, LogPlace } from "./log-entries.ts";

/** How far a log is indexed, and of which file. */
type TakenLog = LogPlace & { id: SessionId; mark: string; inode: string };

/** The position of a match in a log. */
export type FoundRow = LogPlace & { id: SessionId; kind: FoundKind };

/** Maps words to positions. The text itself is only in the logs. */
export interface SearchIndex {
  taken(): Map<SessionId, TakenLog>;
  /** Adds entries of a log and records how far it is indexed. */
  add(log: TakenLog, entries: readonly LogEntry[]): void;
  /** Removes a log; its words are in the file until `wipe`. */
  drop(id: SessionId): void;
  /** Erases removed words from the file, in steps; true while there is more to do. */
  wipe(): boolean;
  /** The newest entries that may contain all of these terms: their tokens, in any order. */
  together(terms: readonly SearchTerm[], most: number): FoundRow[];
  /** The newest positions of one term. */
  each(term: SearchTerm, most: number): FoundRow[];
  close(): void;
}

/** Increased when the tables change: an index of another version is rebuilt. */
const version = 1;

/** SQLite's page cache. KiB. */
const cacheKiB = 4_000;
/** Pages that one step of wiping merges: some milliseconds. */
const wipePages = 200;

/** Opens or creates the index. Rejects when the driver cannot load; throws SQLite's error when the file is damaged. */
export async function openSearchIndex(file: string, load?: LoadDriver): Promise<SearchIndex> {
  const database = await openDatabase(file, load);
  database.pragma(`cache_size = -${cacheKiB}`);
  database.pragma("secure_delete = ON");
  if (database.pragma("user_version", { simple: true }) !== version) {
    database.exec(`
      DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS places; DROP TABLE IF EXISTS logs;
      CREATE TABLE logs (n INTEGER PRIMARY KEY, id TEXT UNIQUE, mark TEXT, inode TEXT, offset INTEGER, seq INTEGER);
      CREATE TABLE places (row INTEGER PRIMARY KEY, log INTEGER, seq INTEGER, kind INTEGER, offset INTEGER);
      CREATE VIRTUAL TABLE words USING fts5 (entry, content = '', contentless_delete = 1, detail = none, tokenize = "unicode61 remove_diacritics 0");
    `);
    database.pragma(`user_version = ${version}`);
  }
  const selectLogs = database.prepare<[], TakenLog>("SELECT id, mark, inode, offset, seq FROM logs");
  const selectLog = database.prepare<[string], { n: number }>("SELECT n FROM logs WHERE id = ?");
  const upsertLog = database.prepare<[TakenLog], { n: number }>(
    `INSERT INTO logs (id, mark, inode, offset, seq) VALUES (@id, @mark, @inode, @offset, @seq)
     ON CONFLICT (id) DO UPDATE SET mark = @mark, inode = @inode, offset = @offset, seq = @seq RETURNING n`,
  );
  const insertPlace = database.prepare("INSERT INTO places (log, seq, kind, offset) VALUES (?, ?, ?, ?)");
  const insertWords = database.prepare("INSERT INTO words (rowid, entry) VALUES (?, ?)");
  const dropLog = [
    "DELETE FROM words WHERE rowid IN (SELECT row FROM places WHERE log = ?)",
    "DELETE FROM places WHERE log = ?",
    "DELETE FROM logs WHERE n = ?",
  ].map((sql) => database.prepare<[number]>(sql));
  const merge = database.prepare<[number]>("INSERT INTO words (words, rank) VALUES ('merge', ?)");
  const changes = database.prepare<[], { n: number }>("SELECT total_changes() AS n");
  const find = database.prepare<[string, number], Omit<FoundRow, "kind"> & { kind: number }>(
    `SELECT logs.id, places.seq, places.kind, places.offset FROM
       (SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?) AS met
       JOIN places ON places.row = met.rowid JOIN logs ON logs.n = places.log ORDER BY met.rowid DESC`,
  );
  const found = (match: string, most: number): FoundRow[] =>
    find.all(match, most).flatMap((row) => {
      const kind = FoundKind.options[row.kind];
      return kind ? [{ ...row, kind }] : [];
    });
  let merging = 0;
  return {
    taken: () => new Map(selectLogs.all().map((log) => [log.id, log])),
    add: database.transaction((log, entries) => {
      const n = upsertLog.get(log)?.n ?? 0;
      for (const { seq, kind, offset, text } of entries) {
        const words = searchWords(text);
        if (words.length === 0) continue;
        const row = insertPlace.run(n, seq, FoundKind.options.indexOf(kind), offset).lastInsertRowid;
        insertWords.run(row, searchTokens(words.map(({ word }) => word)).join(" "));
      }
    }),
    drop: database.transaction((id) => {
      const n = selectLog.get(id)?.n;
      if (n === undefined) return;
      for (const statement of dropLog) statement.run(n);
      merging = 0;
    }),
    wipe() {
      // A negative number in the first step starts merging the whole index into one segment.
      const had = changes.get()?.n ?? 0;
      merge.run(merging++ === 0 ? -wipePages : wipePages);
      if ((changes.get()?.n ?? 0) - had >= 2) return true;
      database.pragma("wal_checkpoint(TRUNCATE)");
      return false;
    },
    together: (terms, most) => found(terms.map(matchOf).join(" AND "), most),
    each: (term, most) => found(matchOf(term), most),
    close: () => void database.close(),
  };
}

/** Tokens are letters and digits only: none can end a quote. */
const matchOf = (term: SearchTerm) =>
  tokensOf(term)
    .map(({ token, open }) => `"${token}"${open ? "*" : ""}`)
    .join(" AND ");
