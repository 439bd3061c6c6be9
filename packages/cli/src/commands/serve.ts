import { startDaemon } from "../compose.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { untilAskedToStop } from "../machine/until-asked-to-stop.ts";
import { version } from "../version.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel serve`: starts the daemon, waits for its model, prints a one-time link and stays until it is told to stop. */
export async function serve(input: CommandInput): Promise<ExitCode> {
  return stayUp(input, async () => undefined);
}

/** The daemon from its start to its end; `greet` is called with the link when it is up. */
export async function stayUp(
  { flags, say }: CommandInput,
  greet: (link: string) => Promise<void>,
): Promise<ExitCode> {
  const asked = untilAskedToStop();
  const daemon = await startDaemon({ flags });
  const stopped = asked.then(async () => {
    console.error(say("serve.stopping"));
    await daemon.close();
  });
  for (const { code, params } of daemon.notices) console.error(say(`notice.${code}`, params));
  console.log(say("serve.ready", { version, url: daemon.url }));
  const link = daemon.loginLink();
  console.log(say("serve.link", { link }));
  const model = await daemon.modelReady();
  if (model.failure) console.error(say(`error.${model.failure.code}`, model.failure.params));
  else if (model.demo) console.log(say("model.demo"));
  else console.log(say("model.ready", { label: model.label }));
  if (model.cpuEngine) console.log(say("engine.cpu", { configFile: daemon.configFile }));
  await greet(link);
  await stopped;
  return exitCodes.done;
}
