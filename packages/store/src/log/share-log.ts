import { KestrelError } from "@kestrel/core";
import type { SessionId } from "@kestrel/protocol";
import type { StoredLog } from "./stored-log.ts";

type Shared = { log: Promise<StoredLog>; holders: number };

/**
 * Shares one log between several holders: the last one to close it closes the file, so a file never has two writers. `build`: writes
 * checkpoints for it.
 */
export function shareLog(
  build: string | undefined,
): (id: SessionId, open: () => Promise<StoredLog>) => Promise<StoredLog> {
  const shared = new Map<SessionId, Shared>();
  /** Files that are being closed; reopening waits for them. */
  const closing = new Map<SessionId, Promise<void>>();

  return async function share(id, open) {
    for (let busy = closing.get(id); busy; busy = closing.get(id)) await busy;
    const entry = shared.get(id) ?? { log: open(), holders: 0 };
    shared.set(id, entry);
    entry.holders++;
    const log = await entry.log.catch((error: unknown) => {
      shared.delete(id);
      throw error;
    });
    return handleTo(log, build, async () => {
      entry.holders--;
      if (entry.holders > 0) return;
      shared.delete(id);
      const closed = log.close().finally(() => closing.delete(id));
      closing.set(id, closed);
      await closed;
    });
  };
}

function handleTo(log: StoredLog, build: string | undefined, release: () => Promise<void>): StoredLog {
  let released: Promise<void> | undefined;
  return {
    append: (bodies) => (released ? Promise.reject(closedHandle()) : log.append(bodies)),
    read: (after) => log.read(after),
    damage: () => log.damage(),
    checkpointFor: (named) => log.checkpointFor(named),
    ...(build !== undefined && { checkpoint: log.checkpointFor(build) }),
    close() {
      released ??= release();
      return released;
    },
  };
}

function closedHandle(): KestrelError {
  return new KestrelError("log_unwritable", "the log is closed");
}
