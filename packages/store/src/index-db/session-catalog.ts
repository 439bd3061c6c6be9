import { join } from "node:path";
import type { SessionCatalog } from "@kestrel/core";
import type { SessionId, SessionState, SessionSummary } from "@kestrel/protocol";
import type { DataPaths } from "../data-paths.ts";
import { jsonlArchive } from "../log/jsonl-archive.ts";
import { databaseSummaries, removeDatabase } from "./database-summaries.ts";
import type { LoadDriver } from "./open-database.ts";
import { fileMark, lastSeqOf, readSummary, summaryOf } from "./read-summary.ts";
import { type Kept, memorySummaries, type SummaryStore } from "./summary-store.ts";

/** A catalog that says whether it has an index. */
export interface StoredCatalog extends SessionCatalog {
  /** Opens the index if that was not done yet. `detail` says why there is none; everything works without it, only slower after a start. */
  ready(): Promise<{ indexed: boolean; detail?: string }>;
}

/** The sessions in the data folder, remembered in SQLite and checked against the files at every listing. Opens nothing before its first use. */
export function sessionCatalog(paths: DataPaths, load?: LoadDriver): StoredCatalog {
  // The file is named after its form: an older or newer Kestrel makes its own.
  const file = join(paths.data, "index-1.db");
  const archive = jsonlArchive(paths);
  const living = new Map<SessionId, SessionState>();
  const logOf = (id: SessionId): string => join(paths.sessions, `${id}.jsonl`);
  let opening: Promise<SummaryStore> | undefined;
  let detail: string | undefined;
  let listing: Promise<unknown> = Promise.resolve();

  function store(): Promise<SummaryStore> {
    opening ??= databaseSummaries(file, load).catch((error: unknown) => {
      detail = error instanceof Error ? error.message : String(error);
      return memorySummaries();
    });
    return opening;
  }

  /** An index that fails is no reason to fail: it is made anew, or done without. */
  async function using<Answer>(use: (summaries: SummaryStore) => Answer): Promise<Answer> {
    const summaries = await store();
    try {
      return use(summaries);
    } catch {
      opening = undefined;
      closeQuietly(summaries);
      await removeDatabase(file);
      return use(await store());
    }
  }

  async function refreshed(id: SessionId): Promise<SessionSummary | undefined> {
    const log = logOf(id);
    const state = living.get(id);
    if (state) return summaryOf(state);
    const mark = await fileMark(log);
    if (mark === undefined) return undefined;
    const kept = await using((summaries) => summaries.load(id));
    if (kept?.mark === mark) return kept.summary;
    const fresh: Kept = { mark, summary: await readSummary(log) };
    await using((summaries) => summaries.keep(id, fresh));
    return fresh.summary;
  }

  async function listNow(): Promise<readonly SessionSummary[]> {
    const summaries: SessionSummary[] = [];
    for (const id of await archive.ids()) {
      const summary = await refreshed(id).catch(() => undefined);
      if (summary) summaries.push(summary);
    }
    return summaries.sort((one, other) => newestFirst(one, other));
  }

  /** Keeps what a living session came to, if the file holds exactly the events of that state. */
  async function settle(id: SessionId, state: SessionState): Promise<void> {
    const log = logOf(id);
    const mark = await fileMark(log);
    if (mark === undefined || (await lastSeqOf(log)) !== state.lastSeq) return;
    await using((summaries) => summaries.keep(id, { mark, summary: summaryOf(state) }));
  }

  return {
    async ready() {
      await store();
      return detail === undefined ? { indexed: true } : { indexed: false, detail };
    },
    list() {
      const next = listing.then(listNow);
      listing = next.catch(() => undefined);
      return next;
    },
    note(state) {
      if (state.sessionId !== undefined) living.set(state.sessionId, state);
    },
    async forget(id) {
      living.delete(id);
      await using((summaries) => summaries.drop(id));
    },
    async close() {
      await listing;
      for (const [id, state] of living) await settle(id, state).catch(() => undefined);
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
  } catch {
    // It is being given up.
  }
}
