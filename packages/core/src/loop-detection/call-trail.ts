import type { CallId, ReminderCause, TurnEndReason } from "@kestrel/protocol";
import type { TrainedTexts } from "../ports/trained-texts.ts";
import { CallCycle } from "./call-cycle.ts";
import { type AnsweredCall, signatureOf } from "./call-signature.ts";
import { isDoomed, RepeatedCalls } from "./repeated-calls.ts";
import { RepeatedErrors } from "./repeated-errors.ts";

/** The result the model sees, and why text was added to it. */
export type GuardedAnswer = { content: string; cause?: ReminderCause };

/**
 * The calls since the user's last message, for cycle detection. Advice is added to the result and not after it: a user message
 * after a tool result breaks templates that require alternating roles.
 */
export class CallTrail {
  #calls = new RepeatedCalls();
  #cycle = new CallCycle();
  #errors = new RepeatedErrors();
  #ending: Extract<TurnEndReason, "doom_loop" | "same_error"> | undefined;

  /** The reason to end the turn, once these calls require it. */
  get ending() {
    return this.#ending;
  }

  /** A user's message resets the detection. */
  beginAfresh(): void {
    this.#calls = new RepeatedCalls();
    this.#cycle = new CallCycle();
    this.#errors = new RepeatedErrors();
    this.#ending = undefined;
  }

  /** Records an answer and returns the one for the model. `isFolded`: whether that call's answer is no longer in the prompt. */
  add(
    call: AnsweredCall,
    isFolded: (callId: CallId) => boolean,
    { sameCall = sameAgain }: Partial<TrainedTexts> = {},
  ): GuardedAnswer {
    const { content, status } = call;
    const repetition = this.#calls.add(call);
    const cycle = this.#cycle.add(signatureOf(call));
    const errors = this.#errors.add(call);
    const judged = status === "ok" || status === "error";
    const stub = judged && repetition.times > 2 && !isFolded(repetition.first);
    if (isDoomed(repetition) || cycle === "endless") this.#ending ??= "doom_loop";
    else if (errors === "endless" && !stub) this.#ending ??= "same_error";

    if (!judged) return { content };
    if (stub) {
      this.#errors.takeBack(call);
      return { content: unchanged, cause: "repeated_call" };
    }
    if (repetition.times > 1) return { content: `${content}\n${sameCall}`, cause: "repeated_call" };
    if (cycle !== "none") return { content: `${content}\n${inCircles}`, cause: "call_cycle" };
    if (errors === "again") return { content: `${content}\n${sameError}`, cause: "same_error" };
    return { content };
  }
}

const unchanged =
  "[Unchanged: this very call was made before, and its answer above still holds. Work with what you have, try another way, or say that you are stuck.]";

const sameAgain =
  "[The same call gave the same result before, and nothing has changed since. Take the next step with what it says.]";

const inCircles =
  "[These calls go in circles and come to the same results. Name what the goal needs, then do something you have not tried, or say that you are stuck.]";

const sameError =
  "[This error came three times now, with different arguments. The arguments are not the cause: find out what is, or take another way.]";
