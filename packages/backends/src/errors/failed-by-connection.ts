import type { ErrorCode, ErrorParams } from "@kestrel/protocol";
import type { ConnectionFailure } from "../http/connection-failure.ts";
import type { Failed } from "./failed-by-answer.ts";
import { advice } from "./failure-hint.ts";

/** A connection that gave no whole answer, in the closed list of codes. `interrupted` is what a cut means for that server. */
export function failedByConnection(failure: ConnectionFailure, interrupted: ErrorCode): Failed {
  const code = codeOf(failure, interrupted);
  const params: ErrorParams = {
    ...advice(code),
    ...(failure.systemCode ? { reason: failure.systemCode } : {}),
  };
  return { kind: "failed", failure: { code, params }, detail: failure.message };
}

function codeOf({ trouble }: ConnectionFailure, interrupted: ErrorCode): ErrorCode {
  switch (trouble) {
    case "unreachable":
    case "cancelled":
      return "unreachable";
    case "silent":
      return "timeout";
    case "broken":
      return interrupted;
    default:
      return trouble satisfies never;
  }
}
