import { findSilent } from "@kestrel/app/find-daemon";
import { untilEnded } from "./until-ended.ts";

/** Ends a daemon that does not answer, also a paused one. Resolves with its process id when it has ended; undefined when there is none. */
export async function endSilent(): Promise<number | undefined> {
  const pid = await findSilent();
  if (pid === undefined) return undefined;
  process.kill(pid, "SIGTERM");
  process.kill(pid, "SIGCONT");
  await untilEnded(pid);
  return pid;
}
