import type { Failure } from "@kestrel/protocol";
import { startDaemon } from "../compose.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure-of.ts";
import { untilAskedToStop } from "../machine/until-asked-to-stop.ts";
import { modelLines } from "../models/model-lines.ts";
import { version } from "../version.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel serve`: starts the daemon, waits for its model, prints a one-time link and stays until it is told to stop. */
export async function serve(input: CommandInput): Promise<ExitCode> {
  return stayUp(input, async () => undefined);
}

/** The daemon from its start to its end; `greet` is called with the link when it is up. */
export async function stayUp(
  { flags, say }: CommandInput,
  greet: (link: string, runFolder: string) => Promise<void>,
): Promise<ExitCode> {
  const asked = untilAskedToStop();
  const daemon = await startDaemon({ flags });
  let stopping = false;
  const stopped = Promise.race([asked, daemon.stopAsked]).then(async () => {
    stopping = true;
    console.error(say("serve.stopping"));
    await daemon.close();
  });
  const { loadout } = daemon;
  if (loadout) console.log(say("serve.loadout", { name: loadout.name ?? "–", file: loadout.file }));
  for (const { code, params } of daemon.notices) console.error(say(`notice.${code}`, params));
  console.log(say("serve.ready", { version, url: daemon.url }));
  const link = daemon.loginLink();
  console.log(say("serve.link", { link }));
  const model = await daemon.modelReady();
  if (model.failure && !stopping) {
    const { code, params } = model.failure;
    // A model that was asked for and does not come is a mistake to correct; where none was, the console says what is here.
    if (model.named && !setAside(model.failure)) {
      await daemon.close();
      throw new CommandFailure(code, params);
    }
    console.error(say(`error.${code}`, params));
  } else if (!stopping) console.log(modelLines(model, say, daemon.configFile).join("\n"));
  if (!stopping) await greet(link, daemon.runFolder);
  await stopped;
  return exitCodes.done;
}

/** Somebody stopped the engine or loaded another model before this one was up: their choice, and no reason to end. */
function setAside({ code, params }: Failure): boolean {
  return code === "engine_not_ready" && params?.reason === "stopped";
}
