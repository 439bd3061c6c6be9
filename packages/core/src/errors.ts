import { type ErrorCode, type ErrorParams, type ErrorParamsOf, errorFacts } from "@kestrel/protocol";

/** A failure of the house with a stable `code` for users and programs, and an English `message` for developers. */
export class KestrelError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "KestrelError";
  readonly code: Code;
  /** Facts a sentence about it needs. Never a secret. */
  readonly params: ErrorParams;

  constructor(
    code: Code,
    message: string,
    params?: ErrorParamsOf<NoInfer<Code>>,
    options?: { cause: unknown },
  ) {
    super(message, options);
    this.code = code;
    this.params = { ...params } as ErrorParams;
  }

  get status(): number {
    return errorFacts[this.code].status;
  }

  get retryable(): boolean {
    return errorFacts[this.code].retryable;
  }
}
