import { stat } from "node:fs/promises";
import { KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { MemoryRow } from "@kestrel/protocol/api";
import { isSeen, type MemoryBackend, mostRows } from "../memory-backend.ts";
import { recallRows } from "../recall/recall-rows.ts";
import { termsOf } from "../recall/score-rows.ts";
import { readRows, replaceText, textOfRows } from "./jsonl-file.ts";

/** Facts in one file, one row per line, for when the SQLite driver does not load. Read again when another process changed it. */
export function jsonlMemory(file: string): MemoryBackend {
  let rows = new Map<string, MemoryRow>();
  let index: Map<string, MemoryRow[]> | undefined;
  let mark: string | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function refresh(): Promise<void> {
    const now = await stat(file).catch(absent);
    const seen = now ? `${now.ino} ${now.size} ${now.mtimeMs}` : "";
    if (seen === mark) return;
    rows = new Map((await readRows(file)).map((row) => [row.id, row]));
    index = undefined;
    mark = seen;
  }

  async function write(changed: Map<string, MemoryRow>): Promise<void> {
    await replaceText(file, textOfRows([...changed.values()]));
    mark = undefined;
  }

  /** Serializes the work. */
  function doing<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = last.then(async () => {
      try {
        await refresh();
        return await work();
      } catch (cause) {
        if (cause instanceof KestrelError) throw cause;
        throw new KestrelError(
          "memory_unavailable",
          "the file cannot be used",
          { reason: "memory_busy" },
          { cause },
        );
      }
    });
    last = done.catch(() => undefined); // expected: `doing` rejects for its caller
    return done;
  }

  function words(): Map<string, MemoryRow[]> {
    if (index) return index;
    index = new Map();
    for (const row of rows.values())
      for (const term of termsOf(row.content)) index.set(term, [...(index.get(term) ?? []), row]);
    return index;
  }

  return {
    kind: "jsonl",
    store: (wanted) =>
      doing(async () => {
        const before = [...rows.values()].find(
          ({ key, workspace }) => key === wanted.key && workspace === wanted.workspace,
        );
        if (!before && rows.size >= mostRows)
          throw new KestrelError("memory_refused", "full", { reason: "memory_full" });
        const row = before ? { ...wanted, id: before.id, createdAt: before.createdAt } : wanted;
        await write(new Map(rows).set(row.id, row));
        return row;
      }),
    recall: (wish, filter, limit) =>
      doing(async () => {
        const known = words();
        const lookup = { having: (term: string) => known.get(term) ?? [], row: (row: MemoryRow) => row };
        return recallRows(lookup, wish, filter, limit);
      }),
    get: (id) => doing(async () => rows.get(id)),
    list: (filter) => doing(async () => [...rows.values()].filter((row) => isSeen(row, filter))),
    forget: (id) =>
      doing(async () => {
        const left = new Map(rows);
        if (!left.delete(id)) return false;
        await write(left);
        return true;
      }),
    count: () => doing(async () => rows.size),
    health: async () => true,
    close: async () => void (await last),
  };
}
