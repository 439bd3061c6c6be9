import type { EventBody, LogDamage, SessionEvent } from "@kestrel/protocol";

/**
 * One session's log. Implemented by `@kestrel/store`; in memory by the testing kit. The contract suite is
 * `eventLogContract` in `@kestrel/core/testing`.
 *
 * - `append` stamps `seq` (from 1, no gaps) and `at`, writes the bodies in order and resolves when they are safe:
 *   on disk for everything but `reply.text` and `reply.reasoning`, written (not yet synced) for those two.
 * - A rejected append leaves the log as it was; nothing of that call is ever read back.
 * - `damage`, where a log can have any, is what the last whole reading could not read.
 * - `checkpoint`, where a log has one, keeps what its events come to, beside it. It is never trusted over the log: `load` answers
 *   only while the log still begins with the very bytes it was made of, and `read` behind it then tells the damage of the rest.
 * - `read` yields what is stored after `after`, in order, and ends. Lines from a newer Kestrel are passed over.
 */
export interface EventLog {
  readonly checkpoint?: LogCheckpoint;
  append(bodies: readonly EventBody[]): Promise<readonly SessionEvent[]>;
  read(after?: number): AsyncIterable<SessionEvent>;
  damage?(): LogDamage | undefined;
  close(): Promise<void>;
}

/** See `EventLog`. `pieces` are JSON in the reader's own format. Neither ever rejects. */
export interface LogCheckpoint {
  load(): Promise<readonly unknown[] | undefined>;
  /** Stores the state of the events up to `lastSeq`, when enough was written since the last time; `pieces` is called only then. */
  keep(lastSeq: number, pieces: () => Iterable<unknown>): Promise<void>;
}
