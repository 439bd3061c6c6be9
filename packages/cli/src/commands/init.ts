import { makeProjectDataHere } from "@kestrel/app/init";
import { UsageError } from "../arguments.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { failureOf } from "../failure-of.ts";
import { folderOf } from "../machine/folder-of.ts";
import { print, printAside } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel init --here`: stores this project's sessions and decisions in its `.kestrel/` from now on. */
export async function init({ flags, say }: CommandInput): Promise<ExitCode> {
  if (!flags.here) throw new UsageError(say("init.how"));
  if (process.env.KESTREL_DATA_DIR) throw new UsageError(say("init.elsewhere"));
  const folder = await folderOf(flags);
  try {
    print(say("init.made", { path: await makeProjectDataHere(folder) }));
    return exitCodes.done;
  } catch (error) {
    const { code, params } = failureOf(error);
    if (code !== "data_folder_unsafe") throw error;
    const sentence = params.why === "holds_skills" ? "init.skills" : "init.foreign";
    printAside(say(sentence, { path: String(params.path ?? folder) }));
    return exitCodes.configuration;
  }
}
