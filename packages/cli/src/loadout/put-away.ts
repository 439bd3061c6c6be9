import { exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { printAnswer, printAsideAtWords, printAtWords, printJson } from "../terminal/print.ts";
import type { LoadoutAction } from "./loadout-action.ts";

/** Prints the file, byte for byte into a pipe; its path goes to standard error. */
export const show: LoadoutAction = async ({ flags, say }, here, words) => {
  const { file, text } = await here.text(words[0] ?? "");
  if (flags.json) printJson({ schema: schemaVersion, file, text });
  else {
    printAsideAtWords(say("loadout.standsIn", { file }));
    printAnswer(text.replace(/\n$/, ""));
  }
  return exitCodes.done;
};

/** Asks nothing: a removed loadout is moved to the trash and can be restored. */
export const remove: LoadoutAction = async ({ flags, say }, here, words) => {
  const name = words[0] ?? "";
  const file = await here.remove(name);
  if (flags.json) printJson({ schema: schemaVersion, removed: file });
  else printAtWords(say("loadout.removed", { file, name }));
  return exitCodes.done;
};

/** Restores the newest removed loadout of that name. */
export const restore: LoadoutAction = async ({ flags, say }, here, words) => {
  const file = await here.restore(words[0] ?? "");
  if (flags.json) printJson({ schema: schemaVersion, restored: file });
  else printAtWords(say("loadout.restored", { file }));
  return exitCodes.done;
};
