import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after, setImmediate as nextTurn } from "node:timers/promises";
import type { Found, SessionSearch } from "@kestrel/core";
import { absent, passOver, reportUnexpected } from "@kestrel/diagnostics";
import type { SessionId } from "@kestrel/protocol";
import type { FoundKind, FoundPlace } from "@kestrel/protocol/api";
import { placesOf, type SearchTerm, searchTerms, searchWords, snippetOf } from "@kestrel/text";
import type { DataPaths } from "../data-paths.ts";
import { removeDatabase } from "../index-db/database-summaries.ts";
import type { LoadDriver } from "../index-db/open-database.ts";
import { jsonlArchive } from "../log/jsonl-archive.ts";
import { type LogEntry, type LogPlace, logEntries } from "./log-entries.ts";
import { type FoundRow, openSearchIndex, type SearchIndex } from "./search-index.ts";

/** Most sessions in an answer; most matches shown of each of the first ten, and of each of the others. */
const mostSessions = 20;
const mostPlaces = 3;
const fewPlaces = 1;
/** Most positions examined for one answer, newest first; and for each term, when no entry has all. */
const mostRows = 1_000;
/** Logs that are read at once for excerpts. */
const atOnce = 10;
/** Most logs that are read without an index. */
const mostRead = 200;
/** Most positions of a session that are read: the index does not store the order of words in an entry. */
const mostTries = 12;
/** How long an answer waits for indexing. Milliseconds. */
const patienceMs = 300;
/** Time without a search after which the index is closed and its memory freed. Milliseconds. */
const idleMs = 60_000;
/** UTF-16 units that are indexed at once: about 20 ms. */
const together = 60_000;

/** Most entries end within so many bytes; the others are read a second time. */
const nearBytes = 16_384;

/** A title describes a session best, then the user's messages. */
const weights: Readonly<Record<FoundKind, number>> = { title: 8, person: 4, reply: 2, call: 1, output: 1 };

type Log = { id: SessionId; file: string; mark: string; inode: string; size: number; changed: number };

/** Search over the sessions in the data folder. The index is derived from the logs and updated by every search; opened at the first. */
export function sessionSearch(paths: DataPaths, load?: LoadDriver): SessionSearch {
  const file = join(paths.data, "search.db");
  const archive = jsonlArchive(paths);
  let opening: Promise<SearchIndex | undefined> | undefined;
  let taking: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  const reached = { logs: 0, of: 0 };

  /** The index; undefined when its driver does not load. A damaged one is rebuilt. */
  function index(): Promise<SearchIndex | undefined> {
    opening ??= openSearchIndex(file, load)
      .catch(async (error: unknown) => {
        reportUnexpected("opening the search index", error);
        await removeDatabase(file);
        return openSearchIndex(file, load);
      })
      .catch((error: unknown) => {
        reportUnexpected("making the search index", error);
        return undefined;
      });
    return opening;
  }

  async function letGo(): Promise<void> {
    clearTimeout(idle);
    const was = await opening;
    opening = undefined;
    was?.close();
  }

  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (taking) rest();
      else void letGo().catch(passOver("closing the search index"));
    }, idleMs).unref();
  }

  /** An index error is not fatal: the next search rebuilds it. */
  async function giveUp(error: unknown): Promise<void> {
    reportUnexpected("using the search index", error);
    await letGo().catch(passOver("closing the search index"));
    await removeDatabase(file);
  }

  /** Indexes new log entries, oldest first: newer ones get higher numbers. */
  async function takeIn(here: SearchIndex): Promise<void> {
    const logs = await logsOf(paths, await archive.ids());
    const taken = here.taken();
    for (const { id, inode, offset } of taken.values()) {
      const log = logs.get(id);
      if (log && log.inode === inode && log.size >= offset) continue;
      here.drop(id);
      taken.delete(id);
    }
    const behind = [...logs.values()].filter(({ id, mark }) => taken.get(id)?.mark !== mark);
    reached.of = logs.size;
    reached.logs = logs.size - behind.length;
    for (const log of behind.sort((one, other) => one.changed - other.changed)) {
      if (closed) return;
      const { offset, seq } = taken.get(log.id) ?? { offset: 0, seq: 0 };
      await takeLog(here, log, { offset, seq }).catch(passOver("searching a log", { sessionId: log.id }));
      reached.logs++;
    }
  }

  async function takeLog(here: SearchIndex, log: Log, from: LogPlace): Promise<void> {
    let read = from;
    let given = from;
    let batch: LogEntry[] = [];
    let length = 0;
    const keep = async (mark: string) => {
      here.add({ ...log, ...given, mark }, batch);
      batch = [];
      length = 0;
      await nextTurn();
    };
    const entries = logEntries(log.file, from, {
      read: (to) => {
        read = to;
      },
    });
    for await (const entry of entries) {
      if (closed) return;
      // Everything read before this entry is complete in the batch.
      if (length > together) await keep("");
      given = read;
      batch.push(entry);
      length += entry.text.length;
    }
    given = read;
    await keep(log.mark);
  }

  async function ask(here: SearchIndex, terms: SearchTerm[]): Promise<Found["found"]> {
    const rows = here.together(terms, mostRows);
    const sessions = new Set(rows.map(({ id }) => id));
    // A user remembers words of a conversation, not of one message.
    if (terms.length > 1 && sessions.size < mostSessions) {
      const apart = terms.map((term) => here.each(term, mostRows));
      const inEach = apart.map((one) => new Set(one.map(({ id }) => id)));
      for (const one of apart) {
        const seen = new Set<SessionId>();
        for (const row of one) {
          if (sessions.has(row.id) || seen.has(row.id) || !inEach.every((one) => one.has(row.id))) continue;
          seen.add(row.id);
          rows.push(row);
        }
      }
    }
    const answer: { id: SessionId; places: FoundPlace[] }[] = [];
    const best = ranked(rows);
    while (best.length > 0 && answer.length < mostSessions) {
      const most = answer.length === 0 ? mostPlaces : fewPlaces;
      const next = best.splice(0, atOnce).map(async ([id, places]) => ({
        id,
        places: await shown(join(paths.sessions, `${id}.jsonl`), places, { terms, most }),
      }));
      answer.push(...(await Promise.all(next)).filter(({ places }) => places.length > 0));
    }
    return answer.slice(0, mostSessions);
  }

  /** Without an index: reads through the newest logs. */
  async function readThrough(terms: SearchTerm[]): Promise<Found> {
    const logs = await logsOf(paths, await archive.ids());
    const newest = [...logs.values()].sort((one, other) => other.changed - one.changed).slice(0, mostRead);
    const found: { id: SessionId; places: FoundPlace[] }[] = [];
    for (const { id, file: log } of newest) {
      const places = await placesIn(log, terms).catch(passOver("searching a log", { sessionId: id }));
      if (places && places.length > 0) found.push({ id, places });
      if (found.length === mostSessions) break;
    }
    return { found, searched: newest.length, of: logs.size, indexed: false };
  }

  return {
    async search(words) {
      const terms = searchTerms(words);
      clearTimeout(idle);
      const here = await index();
      if (!here) return readThrough(terms);
      taking ??= takeIn(here)
        .catch(giveUp)
        .finally(() => {
          taking = undefined;
        });
      await Promise.race([taking, after(patienceMs, undefined, { ref: false })]);
      if (opening === undefined) return readThrough(terms);
      try {
        const found = terms.length === 0 ? [] : await ask(here, terms);
        return { found, searched: reached.logs, of: reached.of, indexed: true };
      } catch (error) {
        await giveUp(error);
        return readThrough(terms);
      } finally {
        rest();
      }
    },
    async forget(id) {
      const there = opening !== undefined || (await stat(file).catch(absent)) !== undefined;
      const here = there ? await index() : undefined;
      if (!here) return;
      await taking;
      here.drop(id);
      while (here.wipe()) await nextTurn();
      rest();
    },
    async close() {
      closed = true;
      await taking;
      await letGo();
    },
  };
}

async function logsOf(paths: DataPaths, ids: readonly SessionId[]): Promise<Map<SessionId, Log>> {
  const logs = new Map<SessionId, Log>();
  for (const id of ids) {
    const file = join(paths.sessions, `${id}.jsonl`);
    // Synchronous: a thousand take 3 ms, but only 40 one after the other through the thread pool.
    const facts = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (logs.size % 200 === 199) await nextTurn();
    if (!facts?.isFile()) continue;
    const mark = `${facts.size}:${facts.mtimeNs}`;
    logs.set(id, {
      id,
      file,
      mark,
      inode: String(facts.ino),
      size: Number(facts.size),
      changed: Number(facts.mtimeMs),
    });
  }
  return logs;
}

/** The positions by session; the session with the highest weight first, ties by newest position. */
function ranked(rows: readonly FoundRow[]): [SessionId, FoundRow[]][] {
  const bySession = new Map<SessionId, FoundRow[]>();
  for (const row of rows) {
    const known = bySession.get(row.id);
    if (known) known.push(row);
    else bySession.set(row.id, [row]);
  }
  const weight = (places: readonly FoundRow[]) => Math.max(...places.map(({ kind }) => weights[kind]));
  return [...bySession].sort(([, one], [, other]) => weight(other) - weight(one));
}

/** The current text from the log itself; a position whose text does not match is dropped. */
async function shown(
  file: string,
  rows: readonly FoundRow[],
  { terms, most }: { terms: readonly SearchTerm[]; most: number },
): Promise<FoundPlace[]> {
  const best = [...rows].sort((one, other) => weights[other.kind] - weights[one.kind]);
  const places: FoundPlace[] = [];
  for (const { offset, seq, kind } of best.slice(0, mostTries)) {
    if (places.length === most) break;
    const entry = await entryAt(file, { offset, seq: seq - 1 });
    const snippet = entry?.seq === seq && entry.kind === kind && snippetOf(entry.text, terms);
    if (snippet) places.push({ seq, at: entry.at, kind, snippet });
  }
  return places;
}

async function entryAt(file: string, place: LogPlace): Promise<LogEntry | undefined> {
  for (const end of [place.offset + nearBytes, undefined])
    for await (const entry of logEntries(file, place, { end })) return entry;
  return undefined;
}

/** The positions of a log that contains every term. */
async function placesIn(file: string, terms: readonly SearchTerm[]): Promise<FoundPlace[]> {
  const missing = new Set(terms);
  const places: FoundPlace[] = [];
  for await (const { text, seq, at, kind } of logEntries(file, { offset: 0, seq: 0 })) {
    const words = searchWords(text);
    const here = terms.filter((term) => placesOf(term, words).length > 0);
    for (const term of here) missing.delete(term);
    const snippet = here.length > 0 ? snippetOf(text, terms) : undefined;
    if (snippet) places.push({ seq, at, kind, snippet });
  }
  const newest = places.reverse().sort((one, other) => weights[other.kind] - weights[one.kind]);
  return missing.size > 0 ? [] : newest.slice(0, mostPlaces);
}
