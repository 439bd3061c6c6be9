import type { ModelTraits, UnfinishedFact } from "@kestrel/protocol/api";
import type { TurnSoFar } from "../loop-detection/turn-so-far.ts";
import { claimsIn } from "./claims.ts";
import { failedEdit } from "./failed-edit.ts";
import { ranCheck, verificationOf } from "./verification.ts";

/**
 * What the log knows against the end of a turn; undefined where nothing speaks against it. An edit that was refused is made up
 * for by any other change. What a model says is compared only where its traits want that: it is a matter of words.
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

/** A claim of the last reply that the log does not bear out. A command that ran may have changed anything. */
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
