import { findRunningDaemon } from "../compose.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel open`: a new one-time link to the daemon that runs. */
export async function open({ say }: CommandInput): Promise<ExitCode> {
  const running = await findRunningDaemon();
  if (!running) {
    console.error(say("open.none"));
    return exitCodes.failed;
  }
  const { url } = await running.client.call("makeLoginCode", { body: {} });
  console.log(url);
  return exitCodes.done;
}
