import { type ErrorCode, type ErrorParams, errorFacts } from "@kestrel/protocol";

/** A failure of the house with a stable `code` for users and programs, and an English `message` for developers. */
export class KestrelError extends Error {
  override readonly name = "KestrelError";
  readonly code: ErrorCode;
  /** Facts a sentence about it needs. Never a secret. */
  readonly params: ErrorParams;

  constructor(code: ErrorCode, message: string, params: ErrorParams = {}, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
    this.params = params;
  }

  get status(): number {
    return errorFacts[this.code].status;
  }

  get retryable(): boolean {
    return errorFacts[this.code].retryable;
  }
}
