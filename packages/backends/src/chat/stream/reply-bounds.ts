import type { ErrorCode, ErrorParams } from "@kestrel/protocol";
import type { Failed } from "../../errors/failed-by-answer.ts";

/** What one reply may hold. A model that is well stays far below; a server that is not must not fill the memory. */
export const replyBounds = {
  /** Bytes of one line or one event: a whole call with its arguments fits, as Ollama sends it. */
  line: 2 ** 20,
  /** Characters of words and thinking together, more than the largest windows hold. */
  words: 4 * 2 ** 20,
  /** Characters of the names and arguments of all calls: what a line may hold. */
  arguments: 2 ** 20,
  calls: 64,
} as const;

type Bound = keyof typeof replyBounds;

const codes: Readonly<Record<Bound, ErrorCode>> = {
  line: "reply_line_too_long",
  words: "reply_too_long",
  arguments: "arguments_too_long",
  calls: "too_many_calls",
};

/** A reply went over a bound. Stays inside this package: at the port it is a `failed` chunk with the bound's own code. */
export class ReplyBeyondBounds extends Error {
  override readonly name = "ReplyBeyondBounds";
  readonly bound: Bound;

  constructor(bound: Bound) {
    super(`the reply's ${bound} are more than ${replyBounds[bound]}`);
    this.bound = bound;
  }
}

export function failedByBounds({ bound, message }: ReplyBeyondBounds): Failed {
  const params: ErrorParams = { retryable: false, limit: replyBounds[bound] };
  return { kind: "failed", failure: { code: codes[bound], params }, detail: message };
}
