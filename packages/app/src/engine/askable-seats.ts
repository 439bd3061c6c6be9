import type { LeavingPlace, LoadoutModel } from "@kestrel/protocol/api";
import type { ModelScanner } from "@kestrel/runtime";
import { isPlaceAmong, leavingPlace } from "@kestrel/session-state";
import { type Config, type DataPaths, type LoadoutPlaces, leavingSeatsOf } from "@kestrel/store";
import { placesOf } from "../loadouts/compose-places.ts";
import { scannerOf } from "./choose-engine.ts";

/**
 * Whether a crew model named in a log may be used: its prompts and its key go only where the user allowed it, and a file is started
 * only when a setting or loadout of the user names it, or it was found among the user's models.
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

/**
 * The endpoints in the user's settings and in the loadout of this start; of a foreign loadout, those the user accepted and did not
 * revoke.
 */
async function placesInForce(
  { settings, loadout }: Pick<Config, "settings" | "loadout">,
  places: LoadoutPlaces,
): Promise<LeavingPlace[]> {
  // The loadout's main model is a setting, too: it counts with the rest of the loadout.
  const own = settings.filter(({ key, origin }) => key.startsWith("model.") && origin !== "loadout");
  const told = own.flatMap(({ key, value }) => (value === null ? [] : [[key.slice("model.".length), value]]));
  const lead = leavingPlace(Object.fromEntries(told));
  const refused = loadout ? await places.unaccepted(loadout) : [];
  const named = loadout ? leavingSeatsOf(loadout.source) : [];
  return [...(lead ? [lead] : []), ...named.filter((seat) => !isPlaceAmong(seat, refused))];
}
