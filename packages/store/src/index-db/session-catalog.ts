import { join } from "node:path";
import type { SessionCatalog } from "@kestrel/core";
import { passOver, reportUnexpected } from "@kestrel/diagnostics";
import type { SessionId, SessionSummary } from "@kestrel/protocol";
import { summarise } from "@kestrel/session-state";
import type { DataPaths } from "../data-paths.ts";
import { jsonlArchive } from "../log/jsonl-archive.ts";
import { atRest, fileMark, lastSeqOf, readSummary } from "../log/read-summary.ts";
import { databaseSummaries, removeDatabase } from "./database-summaries.ts";
import type { LoadDriver } from "./open-database.ts";
import { type Kept, memorySummaries, type SummaryStore } from "./summary-store.ts";

/** A catalog that reports whether it has an index. */
export interface StoredCatalog extends SessionCatalog {
  /** Opens the index once. `detail`: why it is missing; everything works without it, only slower after a start. */
  ready(): Promise<{ indexed: boolean; detail?: string }>;
}

/** The sessions in the data folder, cached in SQLite and checked against the files at every listing. Opens nothing before its first use. */
export function sessionCatalog(paths: DataPaths, load?: LoadDriver): StoredCatalog {
  const file = join(paths.data, "index.db");
  const archive = jsonlArchive(paths);
  /** The latest summaries of the sessions open in this daemon. */
  const living = new Map<SessionId, { summary: SessionSummary; lastSeq: number }>();
  const logOf = (id: SessionId): string => join(paths.sessions, `${id}.jsonl`);
  let opening: Promise<SummaryStore> | undefined;
  let detail: string | undefined;
  let listing: Promise<unknown> = Promise.resolve();

  function store(): Promise<SummaryStore> {
    opening ??= databaseSummaries(file, load).catch(doWithout);
    return opening;
  }

  function doWithout(error: unknown): SummaryStore {
    detail = error instanceof Error ? error.message : String(error);
    return memorySummaries();
  }

  /** An index error is not fatal: the index is rebuilt, and if that fails too, not used. */
  async function using<Answer>(use: (summaries: SummaryStore) => Answer): Promise<Answer> {
    const before = store();
    const summaries = await before;
    try {
      return use(summaries);
    } catch (error) {
      reportUnexpected("using the index", error);
      if (opening === before) {
        closeQuietly(summaries);
        opening = removeDatabase(file)
          .then(() => databaseSummaries(file, load))
          .catch(doWithout);
      }
    }
    const anew = await store();
    try {
      return use(anew);
    } catch (error) {
      closeQuietly(anew);
      const memory = doWithout(error);
      opening = Promise.resolve(memory);
      return use(memory);
    }
  }

  async function refreshed(id: SessionId): Promise<SessionSummary | undefined> {
    const log = logOf(id);
    const now = living.get(id);
    if (now) return now.summary;
    const mark = await fileMark(log);
    if (mark === undefined) return undefined;
    const kept = await using((summaries) => summaries.load(id));
    if (kept?.mark === mark) return kept.summary && atRest(kept.summary);
    const fresh: Kept = { mark, summary: await readSummary(log, id) };
    await using((summaries) => summaries.keep(id, fresh));
    return fresh.summary;
  }

  async function listNow(): Promise<readonly SessionSummary[]> {
    const summaries: SessionSummary[] = [];
    for (const id of await archive.ids()) {
      const summary = await refreshed(id).catch(passOver("summing up a session", { sessionId: id }));
      if (summary) summaries.push(summary);
    }
    return summaries.sort((one, other) => newestFirst(one, other));
  }

  /** Stores the summary of an open session, if the file holds exactly the events it was made of. */
  async function settle(id: SessionId, now: { summary: SessionSummary; lastSeq: number }): Promise<void> {
    const log = logOf(id);
    const mark = await fileMark(log);
    if (mark === undefined || (await lastSeqOf(log)) !== now.lastSeq) return;
    await using((summaries) => summaries.keep(id, { mark, summary: now.summary }));
  }

  return {
    async ready() {
      await store();
      return detail === undefined ? { indexed: true } : { indexed: false, detail };
    },
    list() {
      const next = listing.then(listNow);
      listing = next.catch(() => undefined); // expected: the listing rejects for its caller
      return next;
    },
    note(state) {
      if (state.sessionId === undefined) return;
      living.set(state.sessionId, { summary: summarise(state), lastSeq: state.lastSeq });
    },
    async forget(id) {
      living.delete(id);
      await using((summaries) => summaries.drop(id));
    },
    async close() {
      await listing;
      for (const [id, now] of living)
        await settle(id, now).catch(passOver("settling the index", { sessionId: id }));
      living.clear();
      if (opening) closeQuietly(await opening);
      opening = undefined;
    },
  };
}

function newestFirst(one: SessionSummary, other: SessionSummary): number {
  if (one.changedAt !== other.changedAt) return one.changedAt < other.changedAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

function closeQuietly(summaries: SummaryStore): void {
  try {
    summaries.close();
  } catch (error) {
    // It is being discarded.
    reportUnexpected("closing the index", error);
  }
}
