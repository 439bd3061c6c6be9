import type { Entry, Prompt, SessionState } from "@kestrel/protocol";
import { estimatePrompt, estimateTokens } from "./estimate-tokens.ts";

/** Tokens kept free for the reply: at most 15 % of the window, at most 2,048. */
export function replyReserve(window: number): number {
  return Math.min(2_048, Math.floor(window * 0.15));
}

/** The most UTF-16 units one tool result may have: about an eighth of the window, between 4,000 and 32,000. */
export function outputLimit(window: number | undefined): number {
  if (window === undefined) return 16_000;
  return Math.max(4_000, Math.min(32_000, Math.floor(window / 8) * 4));
}

/**
 * Tokens the next request needs: what the server last counted plus an estimate of what came since; all estimated
 * before the first reply. `exact` when nothing had to be estimated.
 */
export function neededTokens(state: SessionState, prompt: Prompt): { tokens: number; exact: boolean } {
  const { measured } = state;
  if (!measured || measured.source === "estimate") return { tokens: estimatePrompt(prompt), exact: false };
  let since = 0;
  for (let index = measured.entries; index < state.timeline.length; index++) {
    since += estimateEntry(state.timeline.at(index));
  }
  return { tokens: measured.used + since, exact: since === 0 };
}

/** Calls follow the reply that was measured: their arguments are counted with it, their answers here. */
function estimateEntry(entry: Entry | undefined): number {
  switch (entry?.kind) {
    case "user":
      return (
        estimateTokens(entry.text) + entry.notes.reduce((sum, note) => sum + estimateTokens(note.text), 5)
      );
    case "note":
      return estimateTokens(entry.text) + 5;
    case "tool":
      return estimateTokens(entry.content ?? "") + 5;
    case "reply":
    case "compaction":
    case "end":
    case undefined:
      return 0;
    default:
      entry satisfies never;
      return 0;
  }
}
