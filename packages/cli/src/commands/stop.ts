import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { endSilent } from "../daemon/end-silent.ts";
import { untilEnded } from "../daemon/until-ended.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel stop`: stops this user's daemon and waits until it has ended. Running turns are marked as interrupted. */
export async function stop({ flags, say }: CommandInput): Promise<ExitCode> {
  const running = await findRunningDaemon();
  if (running) {
    await running.client.call("stopDaemon", { body: {} });
    await untilEnded(running.pid);
  }
  const pid = running?.pid ?? (await endSilent());
  if (flags.json) printJson({ schema: schemaVersion, stopped: pid !== undefined, pid });
  else if (pid === undefined) printAside(say("open.none"));
  else print(say("stop.stopped", { pid }));
  return pid === undefined ? exitCodes.failed : exitCodes.done;
}
