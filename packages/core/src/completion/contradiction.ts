import type { ModelTraits, UnfinishedFact } from "@kestrel/protocol/api";
import type { TurnSoFar } from "../loop-detection/turn-so-far.ts";
import { claimsIn } from "./claims.ts";
import { failedEdit } from "./failed-edit.ts";
import { ranCheck, verificationOf } from "./verification.ts";

/**
 * A fact of the log that contradicts the end of a turn; undefined without one. Any later change makes up for a refused edit. The
 * reply's text is compared only where the model's traits ask for that, because wording is a weak signal.
 */
export function contradictionOf(
  turn: TurnSoFar,
  { guidance }: Pick<ModelTraits, "guidance">,
): UnfinishedFact | undefined {
  const { calls } = turn;
  if (verificationOf(calls).kind === "failed") return "failed_check";
  const changed = calls.some(({ changes }) => changes.length > 0);
  if (!changed && failedEdit(calls) !== undefined) return "failed_edit";
  return guidance?.includes("claims") ? contradictedClaim(turn) : undefined;
}

/** A claim of the last reply that the log contradicts. A command that ran may have changed anything. */
export function contradictedClaim({ replies, calls }: TurnSoFar): UnfinishedFact | undefined {
  const { changed, tested } = claimsIn(replies.at(-1)?.text ?? "");
  const mayHaveChanged = calls.some(
    ({ changes, status, risk, exitCode }) =>
      changes.length > 0 ||
      ((status === "ok" || exitCode !== undefined) && risk !== "read" && risk !== "edit"),
  );
  if (changed && !mayHaveChanged) return "nothing_changed";
  return tested && !calls.some(ranCheck) ? "no_test_ran" : undefined;
}
