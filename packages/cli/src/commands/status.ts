import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { isOlderBuild } from "@kestrel/app/program-build";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel status`: this user's daemon: its address, its model and its use. Exit code 1 when none runs. */
export async function status({ flags, say }: CommandInput): Promise<ExitCode> {
  const running = await findRunningDaemon();
  if (!running) {
    if (flags.json) printJson({ schema: schemaVersion, running: false });
    else printAside(say("open.none"));
    return exitCodes.failed;
  }
  const { url, pid, client, build } = running;
  const { version, background = false, usedBy = [], streams, engine, remote } = await client.call("status");
  const older = isOlderBuild(build);
  if (flags.json) {
    const facts = { running: true, pid, url, version, build, older, background, usedBy, streams, remote };
    printJson({ schema: schemaVersion, ...facts, engine: { state: engine.state, label: engine.label } });
    return exitCodes.done;
  }
  const state = say(`engine.state.${engine.state}`);
  print(say("status.running", { version, url, pid, label: engine.label ?? "–", state }));
  if (usedBy.length > 0) print(say("status.used", { uses: usedBy.join(", ") }));
  else if (background) {
    const { settings } = await client.call("settings");
    const minutes = Number(settings.find(({ key }) => key === "server.idle_minutes")?.value ?? 0);
    print(minutes === 0 ? say("status.unusedStays") : say("status.unused", { minutes }));
  }
  if (remote) print(say("status.remote", remote));
  if (older) print(say("status.older"));
  return exitCodes.done;
}
