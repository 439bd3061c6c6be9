import { type ErrorCode, ErrorParams, errorFacts } from "@kestrel/protocol";

/** The code and the facts of whatever was thrown: ours keep theirs, everything else is `internal`. */
export function failureOf(error: unknown): { code: ErrorCode; params: ErrorParams } {
  const { code, params } = (error ?? {}) as { code?: unknown; params?: unknown };
  if (typeof code !== "string" || !Object.hasOwn(errorFacts, code)) return { code: "internal", params: {} };
  const facts = ErrorParams.safeParse(params ?? {});
  return { code: code as ErrorCode, params: facts.success ? facts.data : {} };
}
