import type { EventOf, RemovedSession, SessionId } from "@kestrel/protocol";
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
