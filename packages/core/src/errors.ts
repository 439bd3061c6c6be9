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

/** A system's own word for a refusal, such as ENOENT, or the database's. Node's words for a mistake of ours begin with `ERR_`. */
const systemCode = /^(?:E[A-Z0-9]+|SQLITE_[A-Z_]+)$/;

/** Whether an error was foreseen: a failure with a code of ours, a refusal of the system, or a stop. Any other is a fault in Kestrel. */
export function hasCode(error: unknown): boolean {
  if (error instanceof KestrelError) return error.code !== "internal";
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return error.name === "AbortError" || (typeof code === "string" && systemCode.test(code));
}
