import { type ErrorCode, type ErrorParams, type ErrorParamsOf, errorFacts } from "@kestrel/protocol";

/** A failure inside Kestrel with a stable `code` for users and programs, and an English `message` for developers. */
export class KestrelError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "KestrelError";
  readonly code: Code;
  /** Values for the message. Never a secret. */
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

/** Node's codes for a programming error. Any other code is expected: of the system (ENOENT), the database, or one of our classes. */
const mistake = /^ERR_/;

/** Messages of Node's `fetch` when a connection cannot be made or breaks; the system's code is in the cause. */
const brokenConnection: ReadonlySet<string> = new Set(["fetch failed", "terminated"]);

const stops: ReadonlySet<string> = new Set(["AbortError", "TimeoutError"]);

/** Whether an error was foreseen. It has a code, is a broken connection, or a stop; any other is a fault in Kestrel. */
export function hasCode(error: unknown): boolean {
  if (error instanceof KestrelError) return error.code !== "internal";
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (stops.has(error.name) || (error instanceof TypeError && brokenConnection.has(error.message)))
    return true;
  return typeof code === "string" && !mistake.test(code);
}
