import { KestrelError } from "@kestrel/core";
import type { LeavingPlace } from "@kestrel/protocol/api";
import type { LeavingSeat } from "@kestrel/session-state";
import {
  type Config,
  type DataPaths,
  dataPaths,
  type LoadoutPlaces,
  loadoutPlaces,
  loadoutShelf,
} from "@kestrel/store";
import { programFiles } from "../machine/program-files.ts";
import { readSettings, type SettingFlags } from "../settings/read-settings.ts";

export type { LoadoutPlaces };

/** Where words and keys may go by the user's own word. Nothing is read for it yet. */
export function placesOf({ config }: Pick<DataPaths, "config">): LoadoutPlaces {
  return loadoutPlaces(config, loadoutShelf(config, programFiles().loadouts));
}

/** Rejects with `place_unaccepted` when a loadout from elsewhere names remote endpoints that the user has not accepted. */
export async function refuseUnaccepted(
  { loadout }: Pick<Config, "loadout">,
  paths: Pick<DataPaths, "config">,
): Promise<void> {
  const seats = loadout ? await placesOf(paths).unaccepted(loadout) : [];
  if (!loadout || seats.length === 0) return;
  const params = { file: loadout.file, ...namedPlaces(seats) };
  throw new KestrelError("place_unaccepted", `nobody said that ${params.url} may be asked`, params);
}

/** The same as a question for the user: which seats of which file. Undefined when all endpoints are accepted. */
export async function unacceptedOf(
  flags: SettingFlags,
): Promise<{ file: string; seats: LeavingSeat[]; places: LoadoutPlaces } | undefined> {
  const paths = dataPaths(process.env);
  const { loadout } = await readSettings(flags, paths);
  const places = placesOf(paths);
  const seats = loadout ? await places.unaccepted(loadout) : [];
  return loadout && seats.length > 0 ? { file: loadout.file, seats, places } : undefined;
}

/** Every place of several, and every variable whose value goes to one of them, each once: as the facts of a refusal. */
export function namedPlaces(places: readonly LeavingPlace[]): { url: string; variable?: string } {
  const listed = (all: readonly (string | undefined)[]) =>
    [...new Set(all)].filter((one) => one !== undefined).join(", ");
  const variable = listed(places.map(({ key }) => key));
  return { url: listed(places.map(({ url }) => url)), ...(variable !== "" && { variable }) };
}
