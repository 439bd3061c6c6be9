import type { Entry, Prompt, SessionState } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/protocol";
import { estimatePrompt, pictureTokens } from "./estimate-tokens.ts";
import { measuredReply } from "./spoken-verbatim.ts";

/** Tokens kept free for the reply: at most 15 % of the window, at most 2,048. */
export function replyReserve(window: number): number {
  return Math.min(2_048, Math.floor(window * 0.15));
}

/** Tokens one reply may take: half of the room left, so that a runaway one leaves enough to go on. Undefined without a window. */
export function replyLimit(state: SessionState, prompt: Prompt): number | undefined {
  const { window } = state;
  if (window === undefined) return undefined;
  const room = window - neededTokens(state, () => prompt).tokens;
  return Math.max(replyReserve(window), Math.floor(room / 2));
}

/**
 * Tokens the next request needs: what the server last counted plus an estimate of what came since; all estimated
 * before the first reply, of the prompt that is then asked for. `exact` when nothing had to be estimated.
 */
export function neededTokens(state: SessionState, prompt: () => Prompt): { tokens: number; exact: boolean } {
  const { measured } = state;
  if (!measured || measured.source === "estimate") return { tokens: estimatePrompt(prompt()), exact: false };
  let since = correction(state);
  for (let index = measured.entries; index < state.timeline.length; index++) {
    since += estimateEntry(state.timeline.at(index));
  }
  return { tokens: measured.used + since, exact: since === 0 };
}

/** What the measured reply counts too much or too little because the history holds it in other words. */
function correction(state: SessionState): number {
  const measuredAt = (state.measured?.entries ?? 0) - 1;
  const newest = measuredReply(state);
  if (!newest || newest.verbatim || state.timeline.at(measuredAt) !== newest.reply) return 0;
  const { reply, calls } = newest;
  const kept = calls.reduce(
    (sum, call) => sum + estimateTokens(call.tool + call.arguments) + 12,
    estimateTokens(reply.text) + estimateTokens(reply.cut ? "" : reply.reasoning),
  );
  return Math.min(0, kept - (reply.usage?.generated ?? 0));
}

/** Calls follow the reply that was measured: their arguments are counted with it, their answers here. */
function estimateEntry(entry: Entry | undefined): number {
  switch (entry?.kind) {
    case "user":
      return entry.notes.reduce(
        (sum, note) => sum + estimateTokens(note.text),
        estimateTokens(entry.text) + (entry.images?.length ?? 0) * pictureTokens + 5,
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
