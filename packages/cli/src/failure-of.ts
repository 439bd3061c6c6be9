import { report } from "@kestrel/diagnostics";
import { type ErrorCode, type ErrorParams, type ErrorParamsOf, errorFacts } from "@kestrel/protocol";
import { UsageError } from "./arguments.ts";

/** A command's failure, with the code and parameters of its message. */
export class CommandFailure<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "CommandFailure";
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  /** Whether the user left a question: the command was interrupted. */
  readonly left: boolean;

  constructor(code: Code, params?: ErrorParamsOf<NoInfer<Code>>, { left = false } = {}) {
    super(code);
    this.code = code;
    this.left = left;
    this.params = { ...params } as ErrorParams;
  }
}

/** The code and parameters of an error: ours keep theirs, all others are `internal` and reported. */
export function failureOf(error: unknown): { code: ErrorCode; params: ErrorParams } {
  const { code, params } = (error ?? {}) as { code?: unknown; params?: unknown };
  if (typeof code !== "string" || !Object.hasOwn(errorFacts, code))
    return {
      code: "internal",
      params: error instanceof UsageError ? {} : { report: report("a command", error) },
    };
  return { code: code as ErrorCode, params: isPlain(params) ? params : {} };
}

/** Whether the stack of a failure belongs to this process. One that came with the ID of its report has its stack in the log. */
export function hasOwnStack(error: unknown, code: ErrorCode): boolean {
  const { params } = (error ?? {}) as { params?: unknown };
  return code === "internal" && !(isPlain(params) && "report" in params);
}

const plainKinds: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

/** Without the schema: no prompt waits for that. */
function isPlain(params: unknown): params is ErrorParams {
  return (
    typeof params === "object" &&
    params !== null &&
    Object.values(params).every((value) => plainKinds.has(typeof value))
  );
}
