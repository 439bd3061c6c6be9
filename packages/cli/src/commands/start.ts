import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { endUnused } from "../daemon/end-unused.ts";
import type { ExitCode } from "../exit-codes.ts";
import { openInBrowser } from "../machine/open-in-browser.ts";
import type { CommandInput } from "./command.ts";
import { besideRunning, stayUp } from "./serve.ts";

/** `kestrel start`: run by `npm start`. As `serve`, and opens the link where there is a desktop. */
export async function start(input: CommandInput): Promise<ExitCode> {
  const greet = async (link: string, folder: string) => {
    if (!input.flags["no-open"]) await openInBrowser(link, folder);
  };
  const running = await findRunningDaemon();
  if (!running || (await endUnused(running))) return stayUp({ ...input, command: "start" }, greet);
  return besideRunning(running, { ...input, command: "start" }, greet);
}
