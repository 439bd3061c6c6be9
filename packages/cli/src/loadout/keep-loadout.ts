import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { LoadoutName } from "@kestrel/protocol/api";
import { UsageError } from "../arguments.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";
import { acceptSeats } from "../places/accept-seats.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { printAsideAtWords, printAtWords, printJson } from "../terminal/print.ts";
import { blankLoadout } from "./blank-loadout.ts";
import { checkLoadout } from "./check-loadout.ts";
import type { LoadoutAction } from "./loadout-action.ts";
import { checkLines, wishLines } from "./loadout-lines.ts";

/** The name of a new loadout. Throws UsageError. */
function newName(words: readonly string[], say: Say): string {
  const name = words[0] ?? "";
  if (!LoadoutName.safeParse(name).success) throw new UsageError(say("loadout.badName", { name }));
  return name;
}

/** Creates a loadout for the user, blank or as a copy of another one. */
export const begin: LoadoutAction = async ({ flags, say }, here, words) => {
  const wanted = newName(words, say);
  const from = flags.from === undefined ? undefined : await here.read(flags.from);
  if (from) await acceptSeats({ file: from.file, seats: from.unaccepted, flags, say }, here.places);
  const { file, name } = await here.begin(wanted, from ?? blankLoadout(wanted));
  if (flags.json) printJson({ schema: schemaVersion, name, file });
  else printAtWords(say("loadout.new", { name, file }));
  return exitCodes.done;
};

/** Imports a loadout. Lists the permissions that it requests, and grants none of them. */
export const take: LoadoutAction = async ({ flags, say }, here, words) => {
  const imported = await here.import(resolve(words[0] ?? ""));
  if (flags.json) printJson({ schema: schemaVersion, ...imported });
  else {
    const { file, wishes } = imported;
    printAtWords([say("loadout.imported", { file }), ...wishLines(wishes, say)].join("\n"));
  }
  return exitCodes.done;
};

/** Writes a loadout to standard output, or to the named file. */
export const give: LoadoutAction = async ({ flags, say }, here, words) => {
  const text = await (await here.read(words[0] ?? "")).exported();
  if (flags.out === undefined) {
    process.stdout.write(text);
    return exitCodes.done;
  }
  const file = resolve(flags.out);
  await writeFile(file, text, { flag: "wx" }).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(say("loadout.notWritten", { file, reason: cause.code ?? "unknown" }), { cause });
  });
  printAsideAtWords(say("loadout.exported", { file }));
  return exitCodes.done;
};

/** Sets the loadout in the user's file; `none` removes it. */
export const use: LoadoutAction = async ({ flags, say }, here, words) => {
  const name = words[0] ?? "";
  const loadout = name === "none" ? undefined : await here.read(name);
  const checked = loadout && (await checkLoadout(here, loadout, { say, estimate: true }));
  if (checked && (checked.excess || checked.problems.length > 0)) {
    if (flags.json) printJson({ schema: schemaVersion, ok: false, ...checked });
    else
      printAsideAtWords(
        [...checkLines({ ...checked, from: loadout.from }, say), say("loadout.notUsed")].join("\n"),
      );
    return exitCodes.configuration;
  }
  if (loadout) await acceptSeats({ file: loadout.file, seats: loadout.unaccepted, flags, say }, here.places);
  await here.use(loadout);
  if (flags.json) printJson({ schema: schemaVersion, loadout: loadout?.file ?? null });
  else if (loadout) printAtWords(say("loadout.used", { name: loadout.name, file: loadout.file }));
  else printAtWords(say("loadout.usedNone"));
  return exitCodes.done;
};
