import type { SessionState } from "@kestrel/session-state";
import { estimateTokens } from "@kestrel/text";

/**
 * Limits for what Kestrel adds to one message unasked: tokens, and share of the window (DESIGN, Context). Files that a message names have a
 * separate budget.
 */
const most = { tokens: 600, share: 0.05 } as const;
/** Assumed size of an unknown window. Tokens. */
const usualWindow = 8_192;

/**
 * The budget for everything added to a message unasked. The folder's listing and the session hooks' notes are charged first; then
 * hook notes, pinned facts, recalled ones and suggested skills, in this order. What does not fit is left out, and `turn.started`
 * names it.
 */
export class MessageRoom {
  #left: number;
  readonly #leftOut: string[] = [];

  constructor({ window, pendingNotes }: Pick<SessionState, "window" | "pendingNotes">) {
    const listed = pendingNotes.filter(
      ({ contextKind }) => contextKind === "machine" || contextKind === "hook",
    );
    this.#left = listed.reduce(
      (left, { text }) => left - estimateTokens(text),
      Math.min(most.tokens, Math.floor((window ?? usualWindow) * most.share)),
    );
  }

  /** Tokens. */
  get left(): number {
    return Math.max(0, this.#left);
  }

  get leftOut(): readonly string[] {
    return this.#leftOut;
  }

  /** Charges a text if it fits; otherwise records `name` as left out. */
  takes(text: string, name: string): boolean {
    // Includes the separator.
    const tokens = estimateTokens(`${text}\n\n`);
    if (tokens > this.left) {
      this.#leftOut.push(name);
      return false;
    }
    this.#left -= tokens;
    return true;
  }
}
