import type { SessionId, SessionSummary } from "@kestrel/protocol";

/** A log's summary when it was last read. `mark` is the file's at that time; no summary: the log was never opened. */
export type Kept = { mark: string; summary?: SessionSummary };

/** Caches summaries. An entry may be dropped at any time, but never be wrong. */
export interface SummaryStore {
  load(id: SessionId): Kept | undefined;
  keep(id: SessionId, kept: Kept): void;
  drop(id: SessionId): void;
  close(): void;
}

/** An in-memory store for one run of the daemon. */
export function memorySummaries(): SummaryStore {
  const kept = new Map<SessionId, Kept>();
  return {
    load: (id) => kept.get(id),
    keep: (id, entry) => void kept.set(id, entry),
    drop: (id) => void kept.delete(id),
    close: () => kept.clear(),
  };
}
