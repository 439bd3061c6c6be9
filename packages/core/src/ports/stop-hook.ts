import type { CancelSignal } from "./cancel-signal.ts";

/** A hook's view of the turn that wants to end. */
type EndingTurn = { workspace: string; turnId: string; reply: string };

/**
 * A rule of the user's own about when work is done: asked when a turn wants to end well, never when it was stopped.
 *
 * - Undefined lets the turn end; `blocked` is told to the model, which then goes on.
 * - `unrun`: it could not be asked, and why; that is told once a turn, and then the turn ends.
 * - It never throws. It ends within 500 ms of `cancel`.
 */
export interface StopHook {
  ask(turn: EndingTurn, cancel: CancelSignal): Promise<{ blocked: string } | { unrun: string } | undefined>;
}
