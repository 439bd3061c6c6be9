/**
 * Why a connection gave no whole answer.
 * `unreachable`: no server there; `broken`: cut after the request was sent; `silent`: no byte in time; `cancelled`: by Kestrel.
 */
export type ConnectionTrouble = "unreachable" | "broken" | "silent" | "cancelled";

/** A connection that gave no whole answer. Stays inside this package: at the port it becomes a `failed` chunk or a KestrelError. */
export class ConnectionFailure extends Error {
  override readonly name = "ConnectionFailure";
  /** Marks an expected failure, which is not reported as an error in Kestrel. */
  readonly code = "connection_failed";
  readonly trouble: ConnectionTrouble;
  /** The system's word for it, such as ECONNREFUSED. */
  readonly systemCode: string | undefined;

  constructor(trouble: ConnectionTrouble, message: string, cause?: unknown) {
    super(message, { cause });
    this.trouble = trouble;
    this.systemCode = systemCodeOf(cause);
  }
}

function systemCodeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !("code" in cause)) return undefined;
  return typeof cause.code === "string" ? cause.code : undefined;
}
