import type { SessionState } from "../session-state.ts";

/**
 * The window of the next request, in tokens. `told`: what the server reports now; if a refusal has disproved it, the refusal's number
 * counts.
 */
export function windowNow({ window, measured, overruled }: SessionState, told?: number): number | undefined {
  if (told !== undefined && !(overruled && overruled.told === told)) return told;
  return window ?? measured?.window;
}

/** Tokens kept free for the reply: at most 15 % of the window, at most 2,048. */
export function replyReserve(window: number): number {
  return Math.min(2_048, Math.floor(window * 0.15));
}
