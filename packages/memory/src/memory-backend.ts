import type { MemoryRow } from "@kestrel/protocol/api";

/** Which facts: those known everywhere and those of one folder (a real path), or all there are. */
export type MemoryFilter = { workspace?: string; category?: string; all?: true };

/** What was recalled, the best first; a score between 0 and 1 that no other row moves. */
export type RecalledRow = { row: MemoryRow; score: number };

/** Vectors by the digest of their text and the model that made them. What was used longest ago goes first. */
export type VectorTable = {
  /** Those that are there; they count as used now. */
  get(model: string, digests: readonly string[]): Map<string, Float32Array>;
  put(model: string, vectors: ReadonlyMap<string, readonly number[]>): void;
  /** Every model's vector of a text. */
  drop(digest: string): void;
  /** Everything of a model: its address answers with another one by now. */
  clear(model: string): void;
};

/**
 * Where facts are kept. Every backend passes `test/conformance.ts`. All reject with KestrelError `memory_unavailable` where the
 * file cannot be used now.
 */
export interface MemoryBackend {
  readonly kind: "sqlite" | "jsonl";
  /** Keeps a row. One with the same scope and key is replaced, and keeps its id and the time it was made. */
  store(row: MemoryRow): Promise<MemoryRow>;
  /** Rows in force whose words the wish covers well enough, at most `limit`. */
  recall(words: string, filter: MemoryFilter, limit: number): Promise<RecalledRow[]>;
  get(id: string): Promise<MemoryRow | undefined>;
  /** The oldest first, proposals among them. */
  list(filter: MemoryFilter): Promise<MemoryRow[]>;
  /** Erases the words from every byte of the file. False where there is no such row. */
  forget(id: string): Promise<boolean>;
  /** Where vectors of rows can be kept. */
  readonly vectors?: VectorTable;
  count(): Promise<number>;
  health(): Promise<boolean>;
  close(): Promise<void>;
}

/** More rows are refused: recall stays within milliseconds. */
export const mostRows = 10_000;

/** Whether a row is seen under a filter. A row of a folder is seen nowhere else. */
export function isSeen(row: MemoryRow, { workspace, category, all }: MemoryFilter): boolean {
  if (category !== undefined && row.category !== category) return false;
  return all === true || row.workspace === undefined || row.workspace === workspace;
}
