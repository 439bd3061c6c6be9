import type { Prefix } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import { contextLedger, replyReserve, type SessionState } from "@kestrel/session-state";
import { compactionBudgets, worthABreak } from "./compaction/budgets.ts";
import { estimatePrompt } from "./estimate-tokens.ts";

export { replyReserve };

/** Token limit of one reply: half of the free window, so that an endless one leaves enough to continue. Undefined without a window. */
export function replyLimit(state: SessionState): number | undefined {
  const { window } = state;
  if (window === undefined) return undefined;
  const room = window - neededTokens(state).tokens;
  return Math.max(replyReserve(window), Math.floor(room / 2));
}

/**
 * Tokens of the next request, the same for every client: the server's last count plus an estimate of what was added since; all
 * estimated before the first reply. `exact` when nothing was estimated.
 */
export function neededTokens(state: SessionState): { tokens: number; exact: boolean } {
  const { used, estimated } = contextLedger(state);
  return { tokens: used, exact: !estimated };
}

/** Limit without a known window. UTF-16 units, as all below. */
const withoutWindow = 16_000;

/** An eighth of the window at four units a token, and never more than a person would read. */
const usual = { least: 4_000, most: 32_000 } as const;

/** Too few tokens for any answer; the window is then full, and the next request fails with that. */
const fewest = 400;

/**
 * The most UTF-16 units of one tool result, when `together` calls run at once: about an eighth of the window, and no more than the free
 * window if each unit is a token, as digits and Chinese nearly are.
 */
export function outputLimit(
  state: SessionState,
  together: number,
  { compaction }: Pick<ModelTraits, "compaction"> = {},
): number {
  const { window, prefix } = state;
  if (window === undefined) return withoutWindow;
  const share = Math.max(usual.least, Math.min(usual.most, Math.floor(window / 8) * 4));
  const after = afterCompaction(prefix, window);
  const needed = neededTokens(state).tokens;
  // When the window is nearly full, a compaction precedes the new output; folding outputs frees too little for it.
  const before =
    compaction === "fold" || needed - after < window * worthABreak ? needed : Math.min(needed, after);
  const room = window - before - replyReserve(window);
  return Math.max(fewest, Math.min(share, Math.floor(room / together)));
}

/** The most tokens before a new output, after a compaction. */
function afterCompaction({ system, tools }: Prefix, window: number): number {
  const { task, notes, facts, account } = compactionBudgets(window);
  const fixed = estimatePrompt({ messages: [{ role: "system", content: system }], tools });
  return fixed + task + Math.max(notes + facts, account) + leastReply;
}

/** The reply with the calls stays. Tokens, approximate. */
const leastReply = 256;
