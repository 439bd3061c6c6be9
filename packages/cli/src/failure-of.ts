import { report } from "@kestrel/diagnostics";
import { type ErrorCode, ErrorParams, type ErrorParamsOf, errorFacts } from "@kestrel/protocol";
import { UsageError } from "./arguments.ts";

/** A failure that a command met, with the code and the facts of its sentence. */
export class CommandFailure<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "CommandFailure";
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  /** Whether the person left where they were asked: the command was interrupted. */
  readonly left: boolean;

  constructor(code: Code, params?: ErrorParamsOf<NoInfer<Code>>, { left = false } = {}) {
    super(code);
    this.code = code;
    this.left = left;
    this.params = { ...params } as ErrorParams;
  }
}

/** The code and the facts of whatever was thrown: ours keep theirs, everything else is `internal` and is reported. */
export function failureOf(error: unknown): { code: ErrorCode; params: ErrorParams } {
  const { code, params } = (error ?? {}) as { code?: unknown; params?: unknown };
  if (typeof code !== "string" || !Object.hasOwn(errorFacts, code))
    return {
      code: "internal",
      params: error instanceof UsageError ? {} : { report: report("a command", error) },
    };
  const facts = ErrorParams.safeParse(params ?? {});
  return { code: code as ErrorCode, params: facts.success ? facts.data : {} };
}
