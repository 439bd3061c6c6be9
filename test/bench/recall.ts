import { join } from "node:path";
import type { MemoryRow } from "@kestrel/protocol/api";
import { sqliteMemory } from "../../packages/memory/src/index.ts";
import { openDatabase } from "../../packages/store/src/index.ts";
import { withFolder } from "./built-program.ts";
import { atMost, forComparison, type Row } from "./row.ts";

/** Words of which rows and messages are made: some common, most rare, as in prose. */
const words = Array.from({ length: 4_000 }, (_, at) => `w${((at * 7_919) % 99_991).toString(36)}x`);
/** Words that recall knows as general. */
const common = "file test error page code run build name time user data list".split(" ");
const most = { rows: 10_000, asks: 400 } as const;

/** Recall among ten thousand facts of ten words each; this process's own computing. */
export function measureRecall(): Promise<Row[]> {
  return withFolder(async (folder) => {
    const memory = sqliteMemory(await openDatabase(join(folder, "memory.db")));
    let state = 20_261_128;
    const draw = (limit: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      // Squared: a few words are in a seventh of all rows, most in a few.
      return Math.floor((state / 2_147_483_648) ** 2 * limit);
    };
    const sentence = (length: number) =>
      Array.from({ length }, (_, at) => {
        const from = at % 3 === 2 ? common : words;
        return from[draw(from.length)];
      }).join(" ");
    const began = performance.now();
    for (let at = 0; at < most.rows; at++) await memory.store(rowOf(at, sentence(10)));
    const stored = (performance.now() - began) / most.rows;
    const times: number[] = [];
    for (let at = 0; at < most.asks; at++) {
      const wish = sentence(12);
      const from = process.cpuUsage();
      await memory.recall(wish, {}, 5);
      const { user, system } = process.cpuUsage(from);
      times.push((user + system) / 1_000);
    }
    await memory.close();
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
    return [
      atMost("recall among 10,000 facts, p95", at(0.95), 10, "ms", `${at(0.5).toFixed(2)} the middle one`),
      forComparison("  storing a fact", stored, "ms"),
    ];
  });
}

function rowOf(number: number, content: string): MemoryRow {
  const id = `m${String(number).padStart(10, "0")}`;
  const at = "2026-11-28T00:00:00.000Z";
  const base = { id, key: id, content, category: "core", source: "typed", uses: 0 } as const;
  return { ...base, createdAt: at, updatedAt: at };
}
