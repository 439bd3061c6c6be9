import type { ApprovalScope, OpId, QuestionEnd } from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import { KestrelError } from "../errors.ts";

/** How a question of the model ended. */
export type QuestionAnswer = { end: QuestionEnd; text?: string; origin?: Origin; opId?: OpId };

/** How an approval question ended. */
export type ApprovalAnswer =
  | { decision: "allowed"; scope: ApprovalScope; rules?: string[]; opId?: OpId }
  | { decision: "denied"; reason?: string; opId?: OpId }
  | { decision: "expired" };

/** The user's answer to an approval question. */
export type PersonsAnswer = Exclude<ApprovalAnswer, { decision: "expired" }>;

type Question<Answer> = {
  digest: string;
  keep(answer: Answer): Promise<void>;
  settle(answer: Answer, kept: Promise<void>): void;
};

/** The questions a turn waits on. One question per call at a time, one answer per question. */
export class PendingAnswers<Answer> {
  readonly #open = new Map<string, Question<Answer>>();
  readonly #answered = new Set<string>();
  readonly #now: () => number;
  readonly #expired: Answer;
  #waited = 0;
  #waitingSince = 0;

  /** `expired`: the answer when the turn ends first. */
  constructor(now: () => number, expired: Answer) {
    this.#now = now;
    this.#expired = expired;
  }

  /** Milliseconds in which at least one question was open, until now. */
  waitedMs(): number {
    return this.#waited + (this.#open.size > 0 ? this.#now() - this.#waitingSince : 0);
  }

  /** Opens the question of a call. Resolves with the answer once `keep` has it in the log; rejects when it cannot be kept. */
  ask(callId: string, digest: string, keep: (answer: Answer) => Promise<void>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer, kept: Promise<void>) => kept.then(() => resolve(answer), reject);
      if (this.#open.size === 0) this.#waitingSince = this.#now();
      this.#open.set(callId, { digest, keep, settle });
    });
  }

  /** Takes a question back that was not shown to a person. */
  withdraw(callId: string): void {
    this.#waited = this.waitedMs();
    this.#open.delete(callId);
    this.#waitingSince = this.#now();
  }

  /**
   * Answers a question; resolves when the answer is logged, because a crash before that would lose it. Rejects when no such
   * question is open, it was answered before, or the answer is for another question.
   */
  answer(callId: string, digest: string, answer: Answer): Promise<void> {
    const question = this.#open.get(callId);
    if (!question) {
      if (this.#answered.has(callId))
        throw new KestrelError("approval_stale", "already answered", { callId });
      throw new KestrelError("approval_not_found", "no such question", { callId });
    }
    if (question.digest !== digest)
      throw new KestrelError("approval_stale", "answers another question", { callId });
    return this.#close(callId, question, answer);
  }

  /** Ends every open question. */
  expire(): void {
    for (const callId of [...this.#open.keys()]) this.end(callId);
  }

  /** Ends the question of a call, if it is open. */
  end(callId: string): void {
    const question = this.#open.get(callId);
    // The caller gets the error when an answer cannot be logged.
    if (question) this.#close(callId, question, this.#expired).catch(() => undefined); // expected: see above
  }

  #close(callId: string, question: Question<Answer>, answer: Answer): Promise<void> {
    this.withdraw(callId);
    this.#answered.add(callId);
    const kept = question.keep(answer);
    question.settle(answer, kept);
    return kept;
  }
}

/** Everything a turn may wait for the person with. */
export class TurnQuestions {
  readonly approvals: PendingAnswers<ApprovalAnswer>;
  readonly questions: PendingAnswers<QuestionAnswer>;

  constructor(now: () => number) {
    this.approvals = new PendingAnswers<ApprovalAnswer>(now, { decision: "expired" });
    this.questions = new PendingAnswers<QuestionAnswer>(now, { end: "expired" });
  }

  /** Milliseconds in which the person was waited for, until now: never for both at once. */
  waitedMs(): number {
    return this.approvals.waitedMs() + this.questions.waitedMs();
  }

  /** Ends every open question. */
  expire(): void {
    this.approvals.expire();
    this.questions.expire();
  }
}
