import { wireBounds } from "@kestrel/core";
import type { ErrorCode, ErrorParams } from "@kestrel/protocol";
import type { Failed } from "../../errors/failed-by-answer.ts";

type Bound = keyof typeof wireBounds;

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
    super(`the reply's ${bound} are more than ${wireBounds[bound]}`);
    this.bound = bound;
  }
}

export function failedByBounds({ bound, message }: ReplyBeyondBounds): Failed {
  const params: ErrorParams = { retryable: false, limit: wireBounds[bound] };
  return { kind: "failed", failure: { code: codes[bound], params }, detail: message };
}
