import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MemoryRow } from "@kestrel/protocol/api";
import { onTestFinished } from "vitest";
import { openDatabase } from "../../store/src/index.ts";
import { jsonlMemory, type MemoryBackend, sqliteMemory } from "../src/index.ts";

/** A folder of this test alone. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-memory-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Whether the SQLite driver loads here; what needs it is not shown where it does not. */
const hasDriver = await openDatabase(":memory:").then(
  async (database) => {
    database.close();
    await rm(":memory:", { force: true });
    return true;
  },
  () => false,
);

/** Opens the backend that keeps its rows in a folder. */
export const backends: Readonly<Record<string, (folder: string) => Promise<MemoryBackend>>> = {
  jsonl: async (folder) => jsonlMemory(join(folder, "memory.jsonl")),
  ...(hasDriver && {
    sqlite: async (folder: string) => sqliteMemory(await openDatabase(join(folder, "memory.db"))),
  }),
};

let made = 0;

/** A row with this content. */
export function rowOf(content: string, more: Partial<MemoryRow> = {}): MemoryRow {
  made += 1;
  const at = new Date(1_700_000_000_000 + made * 1_000).toISOString();
  const id = `m${String(made).padStart(10, "0")}`;
  const base = { id, key: id, content, category: "core", source: "typed", uses: 0 } as const;
  return { ...base, createdAt: at, updatedAt: at, ...more };
}
