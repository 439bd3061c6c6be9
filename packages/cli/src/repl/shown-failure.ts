import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { failureLine } from "../session-lines/failure-line.ts";
import type { Paint } from "../terminal/style.ts";

/** A failure as a line. While the daemon does not answer, the client retries. */
export function shownFailure(error: unknown, { say, paint }: { say: Say; paint: Paint }): string {
  return failureOf(error).code === "daemon_unreachable" ? say("view.lost") : failureLine(error, say, paint);
}
