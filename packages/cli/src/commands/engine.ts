import { type EnginesHere, enginesHere } from "@kestrel/app/engine";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel engine [fetch]`: shows which llama-server is used, and how to get one. Exit code 4 when there is none. */
export async function engine({ verb, flags, say }: CommandInput): Promise<ExitCode> {
  const engines = await enginesHere(flags);
  if (verb === "fetch") await fetchOne(engines, say);
  const found = await engines.find();
  if (flags.json) printJson({ engine: found ?? null, fetch: engines.ability });
  else if (found) {
    print(say("engine.found", { path: found.path, version: found.version }));
    print(`  ${say(`engine.origin.${found.origin}`)}`);
    if (found.build === "cpu") print(say("engine.cpu", { configFile: engines.configFile }));
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

async function fetchOne(engines: EnginesHere, say: CommandInput["say"]): Promise<void> {
  const { ability, folder } = engines;
  if (!ability.able) {
    print(say("engine.command", { command: ability.command }));
    return;
  }
  const megabytes = Math.round(ability.approximateBytes / 1_000_000);
  printAside(say("engine.fetching", { megabytes, folder }));
  await engines.fetch((step) => printAside(say("engine.step", { step })));
}
