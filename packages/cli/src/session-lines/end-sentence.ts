import type { EndEntry } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";

/** Why a turn ended, unless it completed normally. */
export function endSentence(
  end: Pick<EndEntry, "reason" | "failure" | "arithmetic" | "shortened" | "unfinished">,
  say: Say,
): string | undefined {
  const { reason, failure, arithmetic, shortened, unfinished } = end;
  if (reason === "done") return undefined;
  if (unfinished) return `${say("end.unfinished")} ${say(`unfinished.${unfinished.fact}`, unfinished)}`;
  const why =
    reason === "failed" && failure
      ? say(`error.${failure.code}`, failure.params)
      : say(`end.${reason}`, arithmetic);
  return shortened ? `${why} ${say("end.shortened")}` : why;
}
