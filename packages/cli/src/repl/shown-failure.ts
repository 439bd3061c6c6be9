import type { Connection } from "../daemon/join-or-start.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { failureLine } from "../session-lines/failure-line.ts";
import type { Paint } from "../terminal/style.ts";

/** A failure in a line. Of one between us and the daemon that is said: its own sentence is about a model's server. */
export function shownFailure(
  error: unknown,
  { connection, say, paint }: { connection: Connection; say: Say; paint: Paint },
): string {
  const isDaemon = failureOf(error).params.url === connection.address.baseUrl;
  return isDaemon ? say("view.lost") : failureLine(error, say, paint);
}
