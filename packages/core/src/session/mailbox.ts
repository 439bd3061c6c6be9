import { KestrelError } from "../errors.ts";

export type Answer =
  | { decision: "allowed"; scope: "once" | "session" }
  | { decision: "denied"; reason?: string };
export type Letter = Answer | { decision: "expired" };

type Waiting = { digest: string; deliver(letter: Letter): void };

/** Where a turn waits for the user's answers. One question per call, one answer per question. */
export class Mailbox {
  readonly #waiting = new Map<string, Waiting>();
  readonly #answered = new Set<string>();

  /** Waits for the answer to this call; resolves `expired` when the turn is cancelled first. */
  ask(callId: string, digest: string): Promise<Letter> {
    return new Promise((resolve) => {
      this.#waiting.set(callId, { digest, deliver: resolve });
    });
  }

  /** Delivers an answer. Refuses one that nobody waits for, that was given before, or that speaks of other bytes. */
  answer(callId: string, digest: string, answer: Answer): void {
    const waiting = this.#waiting.get(callId);
    if (!waiting) {
      if (this.#answered.has(callId))
        throw new KestrelError("approval_stale", "already answered", { callId });
      throw new KestrelError("approval_not_found", "no such question", { callId });
    }
    if (waiting.digest !== digest)
      throw new KestrelError("approval_stale", "answers other bytes", { callId });
    this.#close(callId);
    waiting.deliver(answer);
  }

  /** Ends every open question. */
  expire(): void {
    for (const [callId, waiting] of [...this.#waiting]) {
      this.#close(callId);
      waiting.deliver({ decision: "expired" });
    }
  }

  #close(callId: string): void {
    this.#waiting.delete(callId);
    this.#answered.add(callId);
  }
}
