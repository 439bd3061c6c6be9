import type { EventBody, LogDamage, SessionEvent } from "@kestrel/protocol";

/**
 * One session's log. Implemented by `@kestrel/store`; in memory by the testing kit. The contract suite is
 * `eventLogContract` in `@kestrel/core/testing`.
 *
 * - `append` stamps `seq` (from 1, no gaps) and `at`, writes the bodies in order and resolves when they are safe:
 *   on disk for everything but `reply.text` and `reply.reasoning`, written (not yet synced) for those two.
 * - A rejected append leaves the log as it was; nothing of that call is ever read back.
 * - `damage`, where a log can have any, is what the last whole reading could not read.
 * - `read` yields what is stored after `after`, in order, and ends. Lines from a newer Kestrel are passed over.
 */
export interface EventLog {
  append(bodies: readonly EventBody[]): Promise<readonly SessionEvent[]>;
  read(after?: number): AsyncIterable<SessionEvent>;
  damage?(): LogDamage | undefined;
  close(): Promise<void>;
}
