import type { SessionId, SessionSummary } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";

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
