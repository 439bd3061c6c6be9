import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { print, printAside } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel stop`: ends the daemon of this user, wherever it was started. Turns are cut and say so. */
export async function stop({ say }: CommandInput): Promise<ExitCode> {
  const running = await findRunningDaemon();
  if (!running) {
    printAside(say("open.none"));
    return exitCodes.failed;
  }
  await running.client.call("stopDaemon", { body: {} });
  print(say("stop.stopping", { pid: running.pid }));
  return exitCodes.done;
}
