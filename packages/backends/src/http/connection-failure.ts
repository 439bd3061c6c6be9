/**
 * Why a connection gave no whole answer.
 * `unreachable`: nobody there; `broken`: cut after the request went out; `silent`: no byte within the limit; `cancelled`: we let go.
 */
export type ConnectionTrouble = "unreachable" | "broken" | "silent" | "cancelled";

/** A connection that gave no whole answer. Stays inside this package: at the port it becomes a `failed` chunk or a KestrelError. */
export class ConnectionFailure extends Error {
  override readonly name = "ConnectionFailure";
  /** It was foreseen: nobody reports it as a fault of ours. */
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
