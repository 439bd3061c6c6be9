import { type EnginesHere, enginesHere } from "@kestrel/app/engine";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel engine [fetch]`: shows which llama-server is used, and how to get one. Exit code 4 when there is none. */
export async function engine({ verb, flags, say }: CommandInput): Promise<ExitCode> {
  const engines = await enginesHere(flags);
  if (verb === "fetch") await fetchOne(engines, flags.vulkan === true, say);
  const found = await engines.find();
  if (flags.json) printJson({ engine: found ?? null, fetch: engines.ability });
  else if (found) {
    print(say("engine.found", { path: found.path, version: found.version }));
    print(`  ${say(`engine.origin.${found.origin}`)}`);
    if (found.build === "cpu") {
      print(say("engine.cpu", { configFile: engines.configFile }));
      if (engines.ability.able && found.origin === "kestrel-folder") print(say("engine.vulkan"));
    }
  } else {
    print(say("engine.none"));
    print(
      engines.ability.able
        ? say("engine.fetchable")
        : say("engine.command", { command: engines.ability.command }),
    );
  }
  return found ? exitCodes.done : exitCodes.model;
}

/** The Vulkan backend comes with it when asked for, and where a graphics processor is known. */
async function fetchOne(engines: EnginesHere, asked: boolean, say: CommandInput["say"]): Promise<void> {
  const { ability, folder } = engines;
  if (!ability.able) {
    print(say("engine.command", { command: ability.command }));
    return;
  }
  const { approximateBytes, vulkanBytes, graphics } = ability;
  const vulkan = asked || graphics !== undefined;
  const megabytes = Math.round((approximateBytes + (vulkan ? vulkanBytes : 0)) / 1_000_000);
  printAside(say("engine.fetching", { megabytes, folder }));
  if (vulkan) printAside(say("engine.withVulkan", { graphics }));
  await engines.fetch(vulkan, (step) => printAside(say("engine.step", { step })));
}
