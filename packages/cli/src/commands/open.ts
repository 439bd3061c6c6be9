import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { print, printAside } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel open`: a new one-time link to the running daemon; `--forget` ends the logins of all browsers. */
export async function open({ flags, say }: CommandInput): Promise<ExitCode> {
  const running = await findRunningDaemon();
  if (!running) {
    printAside(say("open.none"));
    return exitCodes.failed;
  }
  if (flags.forget) {
    const { forgotten } = await running.client.call("forgetDevices", { body: {} });
    printAside(say("open.forgotten", { count: forgotten }));
  }
  const { url } = await running.client.call("makeLoginCode", { body: {} });
  print(url);
  return exitCodes.done;
}
