import type { MemoryRow } from "@kestrel/protocol/api";

/** Which facts: global ones and those of one folder (a real path), or all. */
export type MemoryFilter = { workspace?: string; category?: string; all?: true };

/** Recalled rows, best first; a score between 0 and 1 that does not depend on other rows. */
export type RecalledRow = { row: MemoryRow; score: number };

/** Vectors by the digest of their text and their model. The least recently used is dropped first. */
export type VectorTable = {
  /** The stored ones; marks them as used now. */
  get(model: string, digests: readonly string[]): Map<string, Float32Array>;
  put(model: string, vectors: ReadonlyMap<string, readonly number[]>): void;
  /** Deletes every model's vector of a text. */
  drop(digest: string): void;
  /** Deletes all vectors of a model: its address now serves another one. */
  clear(model: string): void;
};

/**
 * Storage of facts. Every backend passes `test/conformance.ts`. All reject with KestrelError `memory_unavailable` when the file cannot be
 * used now.
 */
export interface MemoryBackend {
  readonly kind: "sqlite" | "jsonl";
  /** Stores a row. It replaces one with the same scope and key, and keeps that one's id and creation time. */
  store(row: MemoryRow): Promise<MemoryRow>;
  /** Active rows that cover enough of the wish's words, at most `limit`. */
  recall(words: string, filter: MemoryFilter, limit: number): Promise<RecalledRow[]>;
  get(id: string): Promise<MemoryRow | undefined>;
  /** Oldest first, including proposals. */
  list(filter: MemoryFilter): Promise<MemoryRow[]>;
  /** Erases the words from every byte of the file. False when there is no such row. */
  forget(id: string): Promise<boolean>;
  /** Storage for vectors, if available. */
  readonly vectors?: VectorTable;
  count(): Promise<number>;
  health(): Promise<boolean>;
  close(): Promise<void>;
}

/** Most rows, so that recall takes milliseconds; more are refused. */
export const mostRows = 10_000;

/** Whether a row passes a filter. A folder's row is visible only there. */
export function isSeen(row: MemoryRow, { workspace, category, all }: MemoryFilter): boolean {
  if (category !== undefined && row.category !== category) return false;
  return all === true || row.workspace === undefined || row.workspace === workspace;
}
