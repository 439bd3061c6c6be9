import { launchDaemon } from "@kestrel/app/background";
import { findRunningDaemon } from "@kestrel/app/find-daemon";
import type { Setting } from "@kestrel/protocol/api";
import { endSilent } from "../daemon/end-silent.ts";
import { untilEnded } from "../daemon/until-ended.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { whileAccepted } from "../places/while-accepted.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel restart`: restarts the background daemon, or starts one; attached terminals wait for it. */
export async function restart({ flags, say }: CommandInput): Promise<ExitCode> {
  const running = await findRunningDaemon();
  if (running && !running.background) {
    printAside(say("restart.foreground", { pid: running.pid }));
    return exitCodes.failed;
  }
  let given = flags;
  if (running) {
    const { settings } = await running.client.call("settings");
    given = { ...flagsOf(settings), ...flags };
    await running.client.call("stopDaemon", { body: { restarts: true } });
    await untilEnded(running.pid);
  }
  const before = running?.pid ?? (await endSilent());
  const { pid, url } = await whileAccepted({ flags: given, say }, () => launchDaemon(given));
  if (flags.json) printJson({ schema: schemaVersion, pid, url, before });
  else print(say(before ? "restart.done" : "restart.started", { pid, url }));
  return exitCodes.done;
}

/** The daemon's start flags. Its model is not among them: the daemon stores the last choice. */
function flagsOf(settings: readonly Setting[]): { loadout?: string; window?: string } {
  const ofFlag = (key: string) => {
    const setting = settings.find((one) => one.key === key && one.origin === "flag");
    return setting?.value == null ? undefined : String(setting.value);
  };
  const [loadout, window] = [ofFlag("loadout"), ofFlag("model.window")];
  return { ...(loadout !== undefined && { loadout }), ...(window !== undefined && { window }) };
}
