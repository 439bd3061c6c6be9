import type { LedgerBlock } from "@kestrel/session-state";

/** A part of one block on one row of the drawing. */
export type LensPiece = { block: number; from: number; tokens: number; hot: boolean };

/** Lays out the blocks on rows of `perRow` tokens, in order; a block is split at row ends and at the end of the cache. */
export function lensRows(blocks: readonly LedgerBlock[], perRow: number): LensPiece[][] {
  const rows: LensPiece[][] = [];
  let row: LensPiece[] = [];
  let filled = 0;
  const place = (block: number, amount: number, hot: boolean) => {
    let left = amount;
    while (left > 0) {
      const tokens = Math.min(left, perRow - filled);
      row.push({ block, from: filled, tokens, hot });
      filled += tokens;
      left -= tokens;
      if (filled < perRow) continue;
      rows.push(row);
      row = [];
      filled = 0;
    }
  };
  for (const [index, block] of blocks.entries()) {
    place(index, block.hot, true);
    place(index, block.tokens - block.hot, false);
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** Tokens per row for about `rows` rows: a round number. */
export function tokensPerRow(total: number, rows: number): number {
  const least = Math.max(1, total / rows);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10;
  return Math.max(10, step * power);
}
