import type { SessionId, SessionSummary } from "@kestrel/protocol";

/** What a log came to when it was last read. `mark` is of the file as it was then; no summary: the log was never opened. */
export type Kept = { mark: string; summary?: SessionSummary };

/** Remembers summaries between readings. It may forget anything at any time; it must not invent. */
export interface SummaryStore {
  load(id: SessionId): Kept | undefined;
  keep(id: SessionId, kept: Kept): void;
  drop(id: SessionId): void;
  close(): void;
}

/** A store for one run of the daemon. */
export function memorySummaries(): SummaryStore {
  const kept = new Map<SessionId, Kept>();
  return {
    load: (id) => kept.get(id),
    keep: (id, entry) => void kept.set(id, entry),
    drop: (id) => void kept.delete(id),
    close: () => kept.clear(),
  };
}
