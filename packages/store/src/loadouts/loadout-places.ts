import { KestrelError, type LoadoutSource } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { type CrewRole, type CrewSeat, LeavingPlace } from "@kestrel/protocol/api";
import { isPlaceAmong, type LeavingSeat, leavingSeats } from "@kestrel/session-state";
import { z } from "zod";
import { type Loadout, loadLoadout } from "../config/load-loadout.ts";
import { keptJson } from "../files/kept-json.ts";
import type { LoadoutShelf } from "./loadout-shelf.ts";
import { isSameAddress } from "./same-address.ts";

/** Remote endpoints that the user allowed: named in one of their loadouts, or accepted for a loadout from elsewhere. */
export type LoadoutPlaces = {
  /** The models of a loadout from elsewhere whose endpoint is not accepted yet. All of them when the stored list cannot be read. */
  unaccepted(loadout: Pick<Loadout, "file" | "source">): Promise<LeavingSeat[]>;
  /** Stores the endpoints until they are removed. Rejects with `config_invalid` {file, reason} when the stored list cannot be read. */
  accept(places: readonly LeavingPlace[]): Promise<void>;
  /** The accepted endpoints, oldest first. Rejects as `accept` does. */
  accepted(): Promise<readonly LeavingPlace[]>;
  /** Removes an address, in any spelling. `stillNamedBy`: the user's loadouts that name it too. Rejects as `accept` does. */
  forget(url: string): Promise<{ forgotten: LeavingPlace[]; stillNamedBy: string[] }>;
  /**
   * Whether an endpoint is allowed. `more`: further known endpoints. Reads the user's loadouts. An unreadable stored list counts as empty.
   */
  knows(place: LeavingPlace, more: readonly LeavingPlace[]): Promise<boolean>;
  /** Whether one of the user's loadouts names the model file. */
  namesFile(path: string): Promise<boolean>;
};

const Kept = z.object({ places: z.array(LeavingPlace) });

/** `config`: the folder of the user's configuration. Reads nothing before its first call. */
export function loadoutPlaces(config: string, shelf: LoadoutShelf): LoadoutPlaces {
  const kept = keptJson(config, "accepted-places.json", Kept, { places: [] });
  const readable = () => kept.read().catch(noneWhereDamaged);
  const shelved = async () => {
    const read = (await shelf.list()).map(async ({ name, file }) => {
      const loadout = await loadLoadout(file).catch(passOver("reading a loadout"));
      return loadout && { ...loadout.source, name, seats: leavingSeatsOf(loadout.source) };
    });
    return (await Promise.all(read)).flatMap((one) => (one ? [one] : []));
  };
  const isShelved = async (place: LeavingPlace) =>
    (await shelved()).some(({ seats }) => isPlaceAmong(place, seats));
  return {
    unaccepted: async ({ file, source }) => {
      const seats = (await shelf.holds(file)) ? [] : leavingSeatsOf(source);
      if (seats.length === 0) return [];
      const { places } = await readable();
      return seats.filter((seat) => !isPlaceAmong(seat, places));
    },
    accept: (places) =>
      kept.change((before) => {
        const added = places.filter((place) => !isPlaceAmong(place, before.places));
        return [Kept.parse({ places: [...before.places, ...added] }), undefined];
      }),
    accepted: async () => (await kept.read()).places,
    forget: async (url) => {
      const isMeant = (place: LeavingPlace) => isSameAddress(place.url, url);
      const has = (await kept.read()).places.some(isMeant);
      const forgotten = has ? await kept.change(without(isMeant)) : [];
      const naming = (await shelved()).filter(({ seats }) => seats.some(isMeant));
      return { forgotten, stillNamedBy: naming.map(({ name }) => name) };
    },
    knows: async (place, more) =>
      isPlaceAmong(place, more) || isPlaceAmong(place, (await readable()).places) || (await isShelved(place)),
    namesFile: async (path) =>
      (await shelved()).some(({ model, crew }) =>
        [model, ...Object.values(crew)].some((one) => one?.path === path),
      ),
  };
}

function noneWhereDamaged(error: unknown): z.infer<typeof Kept> {
  if (error instanceof KestrelError && error.code === "config_invalid") return { places: [] };
  throw error;
}

const without =
  (isMeant: (place: LeavingPlace) => boolean) =>
  ({ places }: z.infer<typeof Kept>): [z.infer<typeof Kept>, LeavingPlace[]] => [
    { places: places.filter((place) => !isMeant(place)) },
    places.filter(isMeant),
  ];

/** The same for the contents of a file. */
export function leavingSeatsOf({ model, crew }: Pick<LoadoutSource, "model" | "crew">): LeavingSeat[] {
  const seats = Object.entries(crew).map(([role, one]): CrewSeat => ({ role: role as CrewRole, model: one }));
  return leavingSeats({ ...(model && { model }), crew: seats });
}
