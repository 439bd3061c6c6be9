import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { openInBrowser } from "../machine/open-in-browser.ts";
import { print } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";
import { stayUp } from "./serve.ts";

/** `kestrel start`: what `npm start` ends in. The same as serve, and the link opens by itself where there is a desktop. */
export async function start(input: CommandInput): Promise<ExitCode> {
  const running = await findRunningDaemon();
  const greet = async (link: string, folder: string) => {
    if (!input.flags["no-open"]) await openInBrowser(link, folder);
  };
  if (!running) return stayUp(input, greet);
  const { url } = await running.client.call("makeLoginCode", { body: {} });
  print(input.say("serve.joined", { pid: running.pid, url: running.url }));
  print(input.say("serve.link", { link: url }));
  await greet(url, running.runFolder);
  return exitCodes.done;
}
