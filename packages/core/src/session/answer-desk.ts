import type { ApprovalAnswer, QuestionAnswer } from "../calls/call-parts.ts";
import { PendingAnswers } from "./pending-answers.ts";

/** Everything a turn may wait for the person with. */
export class AnswerDesk {
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
