import type { LoadoutSource } from "@kestrel/core";
import {
  type CrewRole,
  type CrewSeat,
  isPlaceAmong,
  LeavingPlace,
  type LeavingSeat,
  leavingSeats,
} from "@kestrel/protocol";
import { z } from "zod";
import { type Loadout, loadLoadout } from "../config/load-loadout.ts";
import { keptJson } from "../files/kept-json.ts";
import type { LoadoutShelf } from "./loadout-shelf.ts";

/** Where words and keys may go because the person said so: in a loadout that lies among theirs, or by a yes to one that does not. */
export type LoadoutPlaces = {
  /** Of a loadout from elsewhere: the seats whose place nobody said yes to. */
  unaccepted(loadout: Pick<Loadout, "file" | "source">): Promise<LeavingSeat[]>;
  /** Kept for good; rejects with `config_invalid` {file, reason} where what was kept cannot be read. */
  accept(places: readonly LeavingPlace[]): Promise<void>;
  /** `more`: places that are known beside those. Reads the shelf. */
  knows(place: LeavingPlace, more: readonly LeavingPlace[]): Promise<boolean>;
};

const Kept = z.object({ places: z.array(LeavingPlace) });

/** `config`: the folder of the user's configuration. Nothing is read before it is asked. */
export function loadoutPlaces(config: string, shelf: LoadoutShelf): LoadoutPlaces {
  const kept = keptJson(config, "accepted-places.json", Kept, { places: [] });
  const shelved = async () => {
    const read = (await shelf.list()).map(({ file }) => loadLoadout(file).catch(() => undefined));
    return (await Promise.all(read)).flatMap((one) => (one ? leavingSeatsOf(one.source) : []));
  };
  return {
    unaccepted: async ({ file, source }) => {
      const seats = shelf.holds(file) ? [] : leavingSeatsOf(source);
      if (seats.length === 0) return [];
      const { places } = await kept.read();
      return seats.filter((seat) => !isPlaceAmong(seat, places));
    },
    accept: (places) =>
      kept.change((before) => {
        const added = places.filter((place) => !isPlaceAmong(place, before.places));
        return [Kept.parse({ places: [...before.places, ...added] }), undefined];
      }),
    knows: async (place, more) =>
      isPlaceAmong(place, more) ||
      isPlaceAmong(place, (await kept.read()).places) ||
      isPlaceAmong(place, await shelved()),
  };
}

/** The same of what a file says. */
export function leavingSeatsOf({ model, crew }: Pick<LoadoutSource, "model" | "crew">): LeavingSeat[] {
  const seats = Object.entries(crew).map(([role, one]): CrewSeat => ({ role: role as CrewRole, model: one }));
  return leavingSeats({ ...(model && { model }), crew: seats });
}
