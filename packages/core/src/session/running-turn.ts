import type { EventOf, OpId, TurnId } from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import type { TurnEnd } from "../turn/run-turn.ts";
import type { CompactionWish } from "../turn/turn-parts.ts";

/** Who ended a turn before its time, and by which op. */
export type TurnStop = { reason: "cancelled" | "shutdown"; opId?: OpId };

/** The turn under way in a session, from its first event to its last. */
export class RunningTurn {
  readonly turnId: TurnId;
  readonly cancel = new Cancellation();
  /** Words may still join it: it will look for them before it ends. */
  listening = true;
  ended: Promise<void> = Promise.resolve();
  /** A person wants room to be made before the next step. */
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

  /** The first who stops it is named in its end. */
  stop(stop: TurnStop): void {
    this.#stop ??= stop;
    this.cancel.cancel();
  }

  /** Its last event. A turn that ended by itself in spite of a stop says how it ended. */
  endedBy(end: TurnEnd, durationMs: number): EventOf<"turn.ended"> {
    const stop = end.reason === "cancelled" ? this.#stop : undefined;
    return { type: "turn.ended", turnId: this.turnId, durationMs, ...end, ...stop };
  }
}
