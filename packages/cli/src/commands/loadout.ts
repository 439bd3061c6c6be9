import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { loadoutsHere } from "@kestrel/app/loadouts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { forgetPlace, places } from "../loadout/accepted-places.ts";
import { asDaemonHas, loadoutOf } from "../loadout/as-daemon-has.ts";
import { checkLoadout } from "../loadout/check-loadout.ts";
import { begin, give, take, use } from "../loadout/keep-loadout.ts";
import type { LoadoutAction } from "../loadout/loadout-action.ts";
import { checkLines, differenceLines, shelfTable } from "../loadout/loadout-lines.ts";
import { remove, restore, show } from "../loadout/put-away.ts";
import { acceptSeats } from "../places/accept-seats.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAsideAtWords, printAtWords, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

const list: LoadoutAction = async ({ flags, say }, here) => {
  const loadouts = asDaemonHas(await here.list(), await loadoutOf(await findRunningDaemon()));
  if (flags.json) printJson({ schema: schemaVersion, loadouts, folder: here.folder });
  else printAtWords(shelfTable(loadouts, here.folder, say).join("\n"));
  return exitCodes.done;
};

const check: LoadoutAction = async ({ flags, say }, here, words) => {
  const loadout = await here.read(words[0] ?? "");
  const checked = await checkLoadout(here, loadout, { say, estimate: flags.estimate === true });
  const ok = checked.excess === undefined && checked.problems.length === 0;
  if (flags.json) printJson({ schema: schemaVersion, ok, ...checked });
  else printAtWords(checkLines({ ...checked, from: loadout.from }, say).join("\n"));
  return ok ? exitCodes.done : exitCodes.configuration;
};

/** Writes the frozen file; the previous build becomes its ancestor. */
const build: LoadoutAction = async ({ flags, say }, here, words) => {
  const loadout = await here.read(words[0] ?? "");
  const checked = await checkLoadout(here, loadout, { say, estimate: flags.estimate === true });
  if (checked.excess || checked.problems.length > 0) {
    if (flags.json) printJson({ schema: schemaVersion, ok: false, ...checked });
    else
      printAsideAtWords(
        [...checkLines({ ...checked, from: loadout.from }, say), say("loadout.refused")].join("\n"),
      );
    return exitCodes.configuration;
  }
  const target = await here.target(loadout, flags.out);
  // Files in the user's folder are the user's own, and are not asked about again.
  if (target.isTheirs)
    await acceptSeats({ file: loadout.file, seats: loadout.unaccepted, flags, say }, here.places);
  const built = await here.build(loadout, target.file);
  if (flags.json) printJson({ schema: schemaVersion, ok: true, ...built, ...checked });
  else {
    const { name, digest } = loadout;
    printAtWords(say("loadout.built", { ...built, digest, name: flags.out ?? `${name}@built` }));
  }
  return exitCodes.done;
};

/** Exit code 1 when they differ, as in `diff`. */
const diff: LoadoutAction = async ({ flags, say }, here, words) => {
  const [one = "", other = ""] = words;
  const [before, after] = [await here.read(one), await here.read(other)];
  const differences = here.compare(before.frozen, after.frozen);
  if (flags.json) {
    const digests = { before: before.digest, after: after.digest };
    printJson({ schema: schemaVersion, ...digests, differences });
  } else if (differences.length === 0) print(say("loadout.same", { digest: after.digest }));
  else print(differenceLines(differences).join("\n"));
  return differences.length === 0 ? exitCodes.done : exitCodes.failed;
};

const actions: Readonly<Record<string, LoadoutAction>> = {
  ...{ check, build, diff },
  ...{ new: begin, import: take, export: give, use },
  ...{ show, remove, restore },
  ...{ places, "forget-place": forgetPlace },
};

/** `kestrel loadout`: shows, checks, builds and shares loadouts. Starts at most a model, to count tokens. */
export async function loadout({ verb, words, ...input }: CommandInput): Promise<ExitCode> {
  const here = await loadoutsHere(input.flags);
  try {
    return await (actions[verb] ?? list)(input, here, words);
  } finally {
    await here.close();
  }
}
