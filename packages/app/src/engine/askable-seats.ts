import type { LeavingPlace, LoadoutModel } from "@kestrel/protocol/api";
import type { ModelScanner } from "@kestrel/runtime";
import { isPlaceAmong, leavingPlace } from "@kestrel/session-state";
import { type Config, type DataPaths, type LoadoutPlaces, leavingSeatsOf } from "@kestrel/store";
import { placesOf } from "../loadouts/compose-places.ts";
import { scannerOf } from "./choose-engine.ts";

/**
 * Whether a seat that a log names may be asked: what it is sent, and its key, goes where the person said, and a file that is
 * started for it is named by a loadout or a setting of theirs, or was found among their models.
 */
export function askableSeats(config: Config, paths: DataPaths): (model: LoadoutModel) => Promise<boolean> {
  const places = placesOf(paths);
  const { values, loadout } = config;
  const named = new Set([
    values["model.path"],
    ...Object.values(loadout?.source.crew ?? {}).map(({ path }) => path),
  ]);
  let scanner: ModelScanner | undefined;
  const isFound = async (path: string) => {
    scanner ??= scannerOf(config, paths);
    return (await scanner.scan()).some((one) => one.path === path);
  };
  return async (model) => {
    const place = leavingPlace(model);
    if (place && !(await places.knows(place, await placesInForce(config, places)))) return false;
    const { path } = model;
    if (path === undefined || named.has(path)) return true;
    const isTheirs = typeof path === "string" && ((await places.namesFile(path)) || (await isFound(path)));
    if (isTheirs) named.add(path);
    return isTheirs;
  };
}

/** What the person's own settings and the loadout of this start name; of one from elsewhere, what they said yes to and did not take back. */
async function placesInForce(
  { settings, loadout }: Pick<Config, "settings" | "loadout">,
  places: LoadoutPlaces,
): Promise<LeavingPlace[]> {
  // What a loadout says of the lead is a setting, too: it counts with the rest of the loadout.
  const own = settings.filter(({ key, origin }) => key.startsWith("model.") && origin !== "loadout");
  const told = own.flatMap(({ key, value }) => (value === null ? [] : [[key.slice("model.".length), value]]));
  const lead = leavingPlace(Object.fromEntries(told));
  const refused = loadout ? await places.unaccepted(loadout) : [];
  const named = loadout ? leavingSeatsOf(loadout.source) : [];
  return [...(lead ? [lead] : []), ...named.filter((seat) => !isPlaceAmong(seat, refused))];
}
