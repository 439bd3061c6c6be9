import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { hooksHere } from "@kestrel/app/hooks";
import { absent } from "@kestrel/diagnostics";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { hookLines, trialLines } from "../session-lines/hook-lines.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel hooks`: the hooks of sessions. Needs no daemon and no model. */
export async function hooks(input: CommandInput): Promise<ExitCode> {
  const here = await hooksHere();
  try {
    return await actionOn(here, input);
  } finally {
    // A plugin's thread would keep this process alive for its idle minute.
    await here.close?.();
  }
}

async function actionOn(
  here: Awaited<ReturnType<typeof hooksHere>>,
  { verb, words, flags, say }: CommandInput,
): Promise<ExitCode> {
  const folder = flags.folder === undefined ? "" : resolve(flags.folder);
  const workspace = folder === "" ? "" : ((await realpath(folder).catch(absent)) ?? folder);
  if (verb === "list") {
    const listed = await here.list(workspace);
    if (flags.json) printJson({ schema: schemaVersion, ...listed });
    else print(hookLines(listed, say).join("\n"));
    return exitCodes.done;
  }
  const name = words.join(" ");
  const trial = await here.test(name, workspace);
  if (!trial) {
    printAside(say("hooks.noSuch", { name }));
    return exitCodes.failed;
  }
  if (flags.json) printJson({ schema: schemaVersion, trial });
  else print(trialLines(name, trial, say).join("\n"));
  return trial.answers.some(({ said }) => said === "failed") ? exitCodes.failed : exitCodes.done;
}
