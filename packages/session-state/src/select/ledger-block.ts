import type { CallId } from "@kestrel/protocol";

/** The kind of a part of the window. `assistant` contains the calls of a reply; `result` is the answer to one of them. */
export const ledgerKinds = [
  "system",
  "tools",
  "instructions",
  "notes",
  "user",
  "assistant",
  "reasoning",
  "result",
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** One part of the window, in the order of the prompt. */
export type LedgerBlock = {
  kind: LedgerKind;
  /** Its first line, at most 120 characters. */
  label: string;
  callId?: CallId;
  tool?: string;
  tokens: number;
  /** Its size does not follow from a count of the server. */
  estimated: boolean;
  /** How many of its tokens, from its start, the newest request found in the cache. */
  hot: number;
};

/** Sums without texts, one block per kind: counted by the server, and added since. */
export type WrittenSums = {
  settled: readonly LedgerBlock[];
  waiting: readonly LedgerBlock[];
  counted: number;
};

/** The account of everything before the block at `at`, to resume from when only later entries have changed. */
export type LedgerAccount<Sums> = {
  at: number;
  sums: Sums;
  /** The position of the server's last count, and how much of that prompt was cached. */
  lastCount: number;
  cached: number;
  /** It includes a count from outside of a reply. */
  measured: boolean;
};

/** The account of entries that are not loaded. */
export type LedgerBefore = LedgerAccount<WrittenSums>;
