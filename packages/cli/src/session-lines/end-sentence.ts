import type { EndEntry } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";

/** Why a turn ended, when it was not simply done. */
export function endSentence(
  end: Pick<EndEntry, "reason" | "failure" | "arithmetic">,
  say: Say,
): string | undefined {
  const { reason, failure, arithmetic } = end;
  if (reason === "done") return undefined;
  if (reason === "failed" && failure) return say(`error.${failure.code}`, failure.params);
  return say(`end.${reason}`, arithmetic);
}
