import type { EventLog, SessionArchive } from "@kestrel/core";
import { memoryArchive } from "@kestrel/core/testing";

/** An archive that takes its time as a disk does: a log can be read before its writer hears that it is safe, and grows while it is read. */
export function slowDisk(archive: SessionArchive = memoryArchive()): SessionArchive {
  const slow = (log: EventLog): EventLog => ({
    async append(bodies) {
      const events = await log.append(bodies);
      await new Promise((resolve) => setImmediate(resolve));
      return events;
    },
    async *read(after) {
      for await (const event of log.read(after)) {
        yield event;
        if (event.seq % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    },
    close: () => log.close(),
  });
  return {
    ...archive,
    create: async (id) => slow(await archive.create(id)),
    open: async (id) => slow(await archive.open(id)),
  };
}
