import type { Failure } from "@kestrel/protocol";
import { hasCode, KestrelError } from "../errors.ts";
import type { Diagnostics, ReportIds } from "../ports/diagnostics.ts";

/** Reports an error without a code: such an error is unexpected. */
function reportUnexpected(
  diagnostics: Diagnostics,
  where: string,
  error: unknown,
  ids?: ReportIds,
): undefined {
  if (!hasCode(error)) diagnostics.report(where, error, ids);
}

/** Handles the rejection of optional work: returns `undefined` instead, and reports an error without a code. */
export function passOver(
  diagnostics: Diagnostics,
  where: string,
  ids?: ReportIds,
): (error: unknown) => undefined {
  return (error) => reportUnexpected(diagnostics, where, error, ids);
}

/** The same for code without diagnostics: an error without a code is rethrown, to a caller that reports it. */
export function unlessFault(error: unknown): undefined {
  if (!hasCode(error)) throw error;
}

/** An error as logged and shown: its code and facts, or `internal` with the id of its report. */
export function failureFrom(
  diagnostics: Diagnostics,
  where: string,
  error: unknown,
  ids?: ReportIds,
): Failure {
  if (error instanceof KestrelError && (error.code !== "internal" || error.params.report !== undefined))
    return { code: error.code, params: error.params };
  return { code: "internal", params: { report: diagnostics.report(where, error, ids) } };
}
