import type { EventBody, Op, OpAnswer, OpId } from "@kestrel/protocol";
import type { OpAnswers } from "../journal/checkpoint.ts";

/**
 * The outcome of every op of a session, so that a repeated op has one effect: read from the log, hence also after a restart. A
 * refused op is not stored: it may succeed later.
 */
export class OpLedger {
  readonly #answers = new Map<OpId, OpAnswer | Promise<OpAnswer>>();

  /** Reads the outcome from a logged event. */
  note(body: EventBody): void {
    if (!("opId" in body) || body.opId === undefined) return;
    // The first event of an op has its outcome; delivered steering is logged twice.
    const known = this.#answers.get(body.opId);
    if (known === undefined || known instanceof Promise) this.#answers.set(body.opId, answerIn(body));
  }

  /** Restores the result of an earlier `answered` of the same session. */
  restore(answers: OpAnswers): void {
    for (const [id, answer] of answers) this.#answers.set(id, answer);
  }

  /** The outcomes of every finished op. */
  answered(): OpAnswers {
    return [...this.#answers].flatMap(([id, answer]) =>
      answer instanceof Promise ? [] : [[id, answer] as const],
    );
  }

  /** Runs an op, or returns its earlier answer. */
  once(op: Op, done: () => Promise<OpAnswer>): Promise<OpAnswer> {
    const known = this.#answers.get(op.opId);
    if (known !== undefined) return Promise.resolve(known);
    const underWay = done();
    this.#answers.set(op.opId, underWay);
    underWay.then(
      (answer) => this.#answers.set(op.opId, answer),
      () => this.#answers.delete(op.opId), // expected: the caller gets the error
    );
    return underWay;
  }

  /** Resolves when every running op is done or refused. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#answers.values());
  }
}

function answerIn(body: EventBody): OpAnswer {
  switch (body.type) {
    case "turn.started":
      return { accepted: "started", turnId: body.turnId };
    case "steering.queued":
    case "note.queued":
      return { accepted: "joined", turnId: body.turnId };
    case "words.kept":
      return { accepted: "pending" };
    default:
      return { accepted: "done" };
  }
}
