import type { EventOf, RemovedSession, SessionId, SessionSummary } from "@kestrel/protocol";
import type { FoundPlace, SearchAnswer } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import type { EventLog } from "./event-log.ts";

/**
 * The logs on disk, by session. Implemented by `@kestrel/store`.
 *
 * - `create` makes an empty log and rejects when the id is taken; `open` repairs a torn tail first (and then appends
 *   `log.repaired`), and rejects with `session_not_found` when there is none.
 * - `remove` puts a log aside, `restore` brings it back, and `removed` lists those it could, the latest first; nothing is destroyed before `purge` with its age in milliseconds.
 * - `import` takes the lines of an export, whole or not at all; `admit` sees the first event before anything is kept, and may
 *   reject. Rejects with `import_refused`.
 * - `abandon` is for a session that never began: a log without an event is gone, any other is put aside.
 */
export interface SessionArchive {
  ids(): Promise<readonly SessionId[]>;
  create(id: SessionId): Promise<EventLog>;
  open(id: SessionId): Promise<EventLog>;
  import(
    bytes: AsyncIterable<Uint8Array>,
    admit: (opened: EventOf<"session.opened">) => Promise<void>,
  ): Promise<SessionId>;
  remove(id: SessionId): Promise<void>;
  abandon(id: SessionId): Promise<void>;
  restore(id: SessionId): Promise<void>;
  removed(): Promise<readonly RemovedSession[]>;
  purge(olderThanMs: number): Promise<void>;
}

/**
 * What sessions exist: a picture of the logs, never the truth. Implemented by `@kestrel/store` (SQLite, or a plain scan
 * where its native part cannot load).
 *
 * - `list` is newest change first and leaves removed sessions out.
 * - `note` is told every new state of a living session; it may be lost in a crash and is then made good from the logs.
 */
export interface SessionCatalog {
  list(): Promise<readonly SessionSummary[]>;
  note(state: SessionState): void;
  forget(id: SessionId): Promise<void>;
  close(): Promise<void>;
}

/** A `SearchAnswer` without the sessions' summaries. */
export type Found = Omit<SearchAnswer, "found"> & {
  found: readonly { id: SessionId; places: FoundPlace[] }[];
};

/** Finds words in the logs of all sessions that are not put aside. Implemented by `@kestrel/store`. */
export interface SessionSearch {
  /** Waits only briefly for an index that is being made. */
  search(words: string): Promise<Found>;
  /** The words of this session are in no file of the index from here on; called when it is put aside. */
  forget(id: SessionId): Promise<void>;
  close(): Promise<void>;
}
