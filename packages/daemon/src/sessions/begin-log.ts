import type { EventLog, SessionArchive } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { SessionId } from "@kestrel/protocol";

/** Creates a log while the session's initial facts are loaded. Removes the log when either fails. */
export async function beginLog<Found>(
  archive: SessionArchive,
  id: SessionId,
  asking: Promise<Found>,
): Promise<{ log: EventLog; found: Found }> {
  const making = archive.create(id);
  try {
    const [log, found] = await Promise.all([making, asking]);
    return { log, found };
  } catch (error) {
    const log = await making.catch(() => undefined); // expected: then it is the error that is thrown
    await log?.close();
    if (log) await archive.abandon(id).catch(passOver("abandoning a log", { sessionId: id }));
    throw error;
  }
}
