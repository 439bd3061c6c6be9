import type { EventOf, OpId, TurnId } from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import type { TurnEnd } from "../turn/run-turn.ts";
import type { CompactionWish } from "../turn/turn-parts.ts";

/** Why a turn was stopped, and by which op. */
export type TurnStop = { reason: "cancelled" | "shutdown"; opId?: OpId };

/** The running turn of a session, from its first event to its last. */
export class RunningTurn {
  readonly turnId: TurnId;
  readonly cancel = new Cancellation();
  /** Messages may still join it: it delivers them before it ends. */
  listening = true;
  ended: Promise<void> = Promise.resolve();
  /** The user requested a compaction before the next step. */
  wish: CompactionWish | undefined;
  #stop: TurnStop | undefined;

  constructor(turnId: TurnId, wish?: CompactionWish) {
    this.turnId = turnId;
    this.wish = wish;
  }

  takeWish(): CompactionWish | undefined {
    const { wish } = this;
    this.wish = undefined;
    return wish;
  }

  /** The first stop is logged in its end. */
  stop(stop: TurnStop): void {
    this.#stop ??= stop;
    this.cancel.cancel();
  }

  /** Its last event. A turn that ended by itself despite a stop reports its own end. */
  endedBy(end: TurnEnd, durationMs: number): EventOf<"turn.ended"> {
    const stop = end.reason === "cancelled" ? this.#stop : undefined;
    return { type: "turn.ended", turnId: this.turnId, durationMs, ...end, ...stop };
  }
}
