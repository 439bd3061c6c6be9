import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import type { Paint } from "../terminal/style.ts";

type Lost = {
  /** The daemon that was spoken to. */
  pid: number;
  /** The one that runs in its place: it knows neither the token nor the turn of the other. */
  other?: number;
  unsent: readonly string[];
  /** What the ended one was started with to have its model. */
  flags: string;
  /** The session that was open; undefined before the first message. */
  session: string | undefined;
  say: Say;
  paint: Paint;
};

/** That the daemon is gone, what it never got, and how to go on. */
export function lostLines(
  error: unknown,
  { pid, other, unsent, flags, session, say, paint }: Lost,
): string[] {
  const { code, params } = failureOf(error);
  const isGone = code === "daemon_unreachable" || other !== undefined;
  const why = isGone ? say("repl.daemonEnded", { pid }) : say(`error.${code}`, params);
  return [
    paint("red", why),
    ...unsent.map((text) => say("repl.notSent", { text })),
    ...(other === undefined ? [] : [say("repl.otherDaemon", { pid: other })]),
    ...(isGone && session !== undefined
      ? [say("repl.goOnHow", { id: session, flags: other === undefined ? flags : "" })]
      : []),
  ];
}
