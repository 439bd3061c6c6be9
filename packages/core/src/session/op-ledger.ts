import type { EventBody, Op, OpAnswer, OpId } from "@kestrel/protocol";
import type { OpAnswers } from "../journal/checkpoint.ts";

/**
 * What became of every op of a session, so that one that comes twice is done once: read from the log, hence also after a
 * restart. An op that was refused is not remembered: the same may succeed later.
 */
export class OpLedger {
  readonly #answers = new Map<OpId, OpAnswer | Promise<OpAnswer>>();

  /** Learns from what is in the log. */
  note(body: EventBody): void {
    if (!("opId" in body) || body.opId === undefined) return;
    // The first event of an op tells what became of it; delivered steering is told a second time.
    const known = this.#answers.get(body.opId);
    if (known === undefined || known instanceof Promise) this.#answers.set(body.opId, answerIn(body));
  }

  /** Learns what `answered` told of the same session before. */
  restore(answers: OpAnswers): void {
    for (const [id, answer] of answers) this.#answers.set(id, answer);
  }

  /** What is in the log of every op that is done. */
  answered(): OpAnswers {
    return [...this.#answers].flatMap(([id, answer]) =>
      answer instanceof Promise ? [] : [[id, answer] as const],
    );
  }

  /** Does an op, or answers as it was answered before. */
  once(op: Op, done: () => Promise<OpAnswer>): Promise<OpAnswer> {
    const known = this.#answers.get(op.opId);
    if (known !== undefined) return Promise.resolve(known);
    const underWay = done();
    this.#answers.set(op.opId, underWay);
    underWay.then(
      (answer) => this.#answers.set(op.opId, answer),
      () => this.#answers.delete(op.opId), // expected: the caller is told
    );
    return underWay;
  }

  /** Resolves when what was under way at the call is done or refused. Never rejects. */
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
