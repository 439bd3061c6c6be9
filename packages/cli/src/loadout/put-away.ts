import { exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { printAnswer, printAsideAtWords, printAtWords, printJson } from "../terminal/print.ts";
import type { LoadoutAction } from "./loadout-action.ts";

/** The words of its file, byte for byte into a pipe; where they stand is told aside. */
export const show: LoadoutAction = async ({ flags, say }, here, words) => {
  const { file, text } = await here.text(words[0] ?? "");
  if (flags.json) printJson({ schema: schemaVersion, file, text });
  else {
    printAsideAtWords(say("loadout.standsIn", { file }));
    printAnswer(text.replace(/\n$/, ""));
  }
  return exitCodes.done;
};

/** Nothing is asked: what was removed is put aside, and can be brought back. */
export const remove: LoadoutAction = async ({ flags, say }, here, words) => {
  const name = words[0] ?? "";
  const file = await here.remove(name);
  if (flags.json) printJson({ schema: schemaVersion, removed: file });
  else printAtWords(say("loadout.removed", { file, name }));
  return exitCodes.done;
};

/** The one of that name that was removed last. */
export const restore: LoadoutAction = async ({ flags, say }, here, words) => {
  const file = await here.restore(words[0] ?? "");
  if (flags.json) printJson({ schema: schemaVersion, restored: file });
  else printAtWords(say("loadout.restored", { file }));
  return exitCodes.done;
};
