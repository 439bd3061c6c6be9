import type { SessionId, SessionSummary } from "@kestrel/protocol";
import { summarise } from "@kestrel/session-state";
import type { SessionCatalog } from "../src/ports/session-archive.ts";

/** A catalog without a database: it knows what it was told. */
export function memoryCatalog(): SessionCatalog {
  const known = new Map<SessionId, SessionSummary>();
  return {
    async list() {
      return [...known.values()].sort((one, other) => other.changedAt.localeCompare(one.changedAt));
    },
    note(state) {
      const summary = summarise(state);
      known.set(summary.id, summary);
    },
    async forget(id) {
      known.delete(id);
    },
    async close() {
      known.clear();
    },
  };
}
