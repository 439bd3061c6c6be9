import type { EventLog, SessionArchive } from "@kestrel/core";
import type { SessionId } from "@kestrel/protocol";

/** What was not readable in a log: lines passed over as broken, and numbers below the highest that no line had. */
export type Damage = { lines: number; missing: number };

/** A log on disk, which can be damaged. */
export interface StoredLog extends EventLog {
  /** What the last reading from the beginning could not read; undefined before there was one. */
  damage(): Damage | undefined;
}

/** The archive of such logs. */
export interface StoredArchive extends SessionArchive {
  create(id: SessionId): Promise<StoredLog>;
  open(id: SessionId): Promise<StoredLog>;
}
