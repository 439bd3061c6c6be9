import type { EventLog, LogCheckpoint, SessionArchive } from "@kestrel/core";
import type { LogDamage, SessionId } from "@kestrel/protocol";

/** A log on disk, which can be damaged. */
export interface StoredLog extends EventLog {
  damage(): LogDamage | undefined;
  /** The log's checkpoint, for programs of one build. */
  checkpointFor(build: string): LogCheckpoint;
}

/** The archive of such logs. */
export interface StoredArchive extends SessionArchive {
  create(id: SessionId): Promise<StoredLog>;
  open(id: SessionId): Promise<StoredLog>;
}
