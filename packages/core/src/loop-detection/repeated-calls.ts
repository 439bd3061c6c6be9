import type { CallId } from "@kestrel/protocol";
import { type AnsweredCall, signatureOf } from "./call-signature.ts";

/** From this repetition on a turn is a loop. */
const loopFrom = 4;

export type Repetition = {
  /** How often the call was made with the same result since a file last changed, this time included. */
  times: number;
  /** The first of them. */
  first: CallId;
  /** The last two of them had no new result between them. */
  idle: boolean;
};

/**
 * How each call repeats earlier ones. A different result is progress, so polling something that changes is no repetition; neither is a call
 * after a file was changed. Constant cost per call.
 */
export class RepeatedCalls {
  readonly #known = new Map<string, { times: number; first: CallId; lastAt: number }>();
  #count = 0;
  /** The index of the last new call or result. */
  #newAt = -1;

  add(call: AnsweredCall): Repetition {
    if (call.changedFiles) {
      this.#known.clear();
      return { times: 1, first: call.callId, idle: false };
    }
    const at = this.#count++;
    const signature = signatureOf(call);
    const before = this.#known.get(signature);
    if (!before) {
      this.#known.set(signature, { times: 1, first: call.callId, lastAt: at });
      this.#newAt = at;
      return { times: 1, first: call.callId, idle: false };
    }
    const idle = this.#newAt <= before.lastAt;
    this.#known.set(signature, { ...before, times: before.times + 1, lastAt: at });
    return { times: before.times + 1, first: before.first, idle };
  }
}

/** Whether a call makes the turn a loop without progress. */
export function isDoomed({ times, idle }: Repetition): boolean {
  return times >= loopFrom && idle;
}
