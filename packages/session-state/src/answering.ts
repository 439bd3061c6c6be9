import type { Risk } from "@kestrel/protocol";

/**
 * A question accepts an answer this long after it was drawn and after the last key, so that typing meant for something else is not taken as
 * one.
 */
export const answerArmMs = 600;

/** The whole word to type to allow a call that needs more than a letter. The same in every language. */
export const answerWord = "allow";

/** Times in milliseconds of one clock. */
export type AnswerMoment = {
  /** When the question was drawn. */
  askedAt: number;
  /** When the previous key was pressed, wherever it went. */
  lastKeyAt?: number;
  now: number;
};

/** Whether a key pressed now may answer the question: one rule for every client. */
export function isArmed({ askedAt, lastKeyAt = askedAt, now }: AnswerMoment): boolean {
  return now - Math.max(askedAt, lastKeyAt) >= answerArmMs;
}

/** How a call is allowed from the keyboard. Denying always takes a letter. */
export function answerWants(risk: Risk): "letter" | "word" {
  switch (risk) {
    case "read":
    case "edit":
    case "execute":
      return "letter";
    case "destructive":
    case "external":
      return "word";
    default:
      return risk satisfies never;
  }
}
