import type { CallId } from "@kestrel/protocol";

/** What a part of the window is. `assistant` holds the calls a reply made; `result` is what one of them came to. */
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
  /** The line it begins with, at most 120 characters of it. */
  label: string;
  callId?: CallId;
  tool?: string;
  tokens: number;
  /** Its size follows from no count of the server. */
  estimated: boolean;
  /** How many of its tokens, from its start, the newest request found in the cache. */
  hot: number;
};

/** Sums without their texts, one block a kind: what the server has counted, and what came since. */
export type WrittenSums = {
  settled: readonly LedgerBlock[];
  waiting: readonly LedgerBlock[];
  counted: number;
};

/** The account of everything before the block at `at`, to go on from when only later entries have changed. */
export type LedgerAccount<Sums> = {
  at: number;
  sums: Sums;
  /** Where the server's last count stood, and how much of that prompt was cached. */
  lastCount: number;
  cached: number;
  /** A count that no reply brought was reached before here. */
  measured: boolean;
};

/** The account of entries that are not here. */
export type LedgerBefore = LedgerAccount<WrittenSums>;
