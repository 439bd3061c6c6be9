/** Tokens kept free for the reply: at most 15 % of the window, at most 2,048. */
export function replyReserve(window: number): number {
  return Math.min(2_048, Math.floor(window * 0.15));
}
