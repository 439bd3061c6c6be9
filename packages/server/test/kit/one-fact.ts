import type { ApplicationParts } from "@kestrel/daemon";
import type { MemoryRow } from "@kestrel/protocol/api";

/** The one fact that is known here. */
const fact: MemoryRow = {
  ...{ id: "m0000000001", key: "drink", content: "The drink is espresso.", category: "core" },
  ...{ source: "typed", createdAt: "2026-11-03", updatedAt: "2026-11-03", uses: 0 },
};

/** A memory of one fact that stays as it is. */
export function oneFact(): NonNullable<ApplicationParts["memory"]> {
  return {
    on: true,
    list: async () => ({ state: { backend: "jsonl", on: true, healthy: true }, rows: [fact] }),
    find: async () => [{ row: fact, score: 1 }],
    store: async () => fact,
    import: async (facts) => facts.map(() => "stored"),
    change: async () => fact,
    forget: async () => ({
      forgotten: fact,
      remains: { sessions: [], removed: [], files: [], erasedLines: 0, copies: true },
    }),
    offer: async () => ({ files: [] }),
    close: async () => {},
  };
}
