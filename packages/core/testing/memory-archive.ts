import type { SessionEvent, SessionId } from "@kestrel/protocol";
import { emptySession, evolve, summarise } from "@kestrel/session-state";
import { KestrelError } from "../src/errors.ts";
import { ImportedEvents, importRefused } from "../src/export/imported-events.ts";
import type { SessionArchive } from "../src/ports/session-archive.ts";
import { type MemoryEventLog, memoryEventLog } from "./memory-event-log.ts";

/** An archive without a disk. Hand the same one to a second daemon and it is as after a restart. */
export interface MemoryArchive extends SessionArchive {
  /** What a session's log holds, put aside or not; empty when there never was one. */
  stored(id: SessionId): readonly SessionEvent[];
}

export function memoryArchive(): MemoryArchive {
  const logs = new Map<SessionId, MemoryEventLog>();
  const aside = new Map<SessionId, MemoryEventLog>();
  return {
    async ids() {
      return [...logs.keys()];
    },
    async create(id) {
      if (logs.has(id)) throw new KestrelError("session_busy", `${id} exists already`, { sessionId: id });
      const log = memoryEventLog();
      logs.set(id, log);
      return log.reopened();
    },
    async open(id) {
      return taken(logs, id).reopened();
    },
    async import(bytes, admit) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      const events = new ImportedEvents();
      const text = new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
      const bodies = text
        .split("\n")
        .slice(0, -1)
        .map((line) => events.take(line).body);
      const [opened] = bodies;
      if (opened?.type !== "session.opened") throw importRefused("not_a_session");
      if (logs.has(opened.sessionId)) throw importRefused("session_exists", { sessionId: opened.sessionId });
      await admit(opened);
      const log = memoryEventLog();
      await log.append([...bodies, { type: "session.imported" }]);
      logs.set(opened.sessionId, log);
      return opened.sessionId;
    },
    async remove(id) {
      aside.set(id, taken(logs, id));
      logs.delete(id);
    },
    async abandon(id) {
      const log = taken(logs, id);
      if (log.stored().length > 0) aside.set(id, log);
      logs.delete(id);
    },
    async restore(id) {
      if (logs.has(id)) throw new KestrelError("session_busy", `${id} exists already`, { sessionId: id });
      logs.set(id, taken(aside, id));
      aside.delete(id);
    },
    /** There is no clock: each was put aside when it changed last. */
    async removed() {
      return [...aside.values()].reverse().map((log) => {
        const session = summarise(log.stored().reduce(evolve, emptySession));
        return { session, removedAt: session.changedAt };
      });
    },
    /** There is no clock: whatever is aside is old enough. */
    async purge() {
      aside.clear();
    },
    stored: (id) => (logs.get(id) ?? aside.get(id))?.stored() ?? [],
  };
}

function taken(logs: ReadonlyMap<SessionId, MemoryEventLog>, id: SessionId): MemoryEventLog {
  const log = logs.get(id);
  if (!log) throw new KestrelError("session_not_found", `there is no session ${id}`, { sessionId: id });
  return log;
}
