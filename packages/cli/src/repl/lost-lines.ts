import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import type { Paint } from "../terminal/style.ts";

type Lost = {
  /** The daemon that is gone. */
  pid: number;
  /** The daemon that replaced it: it has neither the token nor the turn of the old one. */
  other?: number;
  unsent: readonly string[];
  /** The flags that select the old daemon's model. */
  flags: string;
  /** The open session; undefined before the first message. */
  session: string | undefined;
  say: Say;
  paint: Paint;
};

/** Whether an error means that the daemon is gone, or was replaced: another one has another token. */
export function isGone(error: unknown): boolean {
  const { code } = failureOf(error);
  return code === "daemon_unreachable" || code === "unauthorized";
}

/** Reports that the daemon is gone, the unsent messages, and how to continue. */
export function lostLines(
  error: unknown,
  { pid, other, unsent, flags, session, say, paint }: Lost,
): string[] {
  const { code, params } = failureOf(error);
  const hasEnded = code === "daemon_unreachable" || other !== undefined;
  const why = hasEnded ? say("repl.daemonEnded", { pid }) : say(`error.${code}`, params);
  return [
    paint("red", why),
    ...unsent.map((text) => say("repl.notSent", { text })),
    ...(other === undefined ? [] : [say("repl.otherDaemon", { pid: other })]),
    ...(hasEnded && session !== undefined
      ? [say("repl.goOnHow", { id: session, flags: other === undefined ? flags : "" })]
      : []),
  ];
}
