import type { CrewRole, CrewSeat, LeavingPlace, LoadoutModel } from "@kestrel/protocol/api";
import { seatPlace } from "./seat-place.ts";

export type LeavingSeat = LeavingPlace & { seat: "lead" | CrewRole };

/** The remote endpoint of a model. Undefined for a file, or a server of this machine that is sent no key. */
export function leavingPlace(model: LoadoutModel): LeavingPlace | undefined {
  const { elsewhere, key } = seatPlace(model);
  const where = model.url ?? model.host;
  if (where === undefined || (elsewhere === undefined && key === undefined)) return undefined;
  return { url: elsewhere ?? String(where), ...(key !== undefined && { key }) };
}

/** The models of a loadout with a remote endpoint, the main model first. */
export function leavingSeats(loadout: { model?: LoadoutModel; crew: readonly CrewSeat[] }): LeavingSeat[] {
  const { model: lead, crew } = loadout;
  const seats = [...(lead ? [{ role: "lead" as const, model: lead }] : []), ...crew];
  return seats.flatMap(({ role, model }) => {
    const place = leavingPlace(model);
    return place ? [{ seat: role, ...place }] : [];
  });
}

/** Whether an endpoint is covered by the known ones: the same address, and no key but that one's. */
export function isPlaceAmong({ url, key }: LeavingPlace, known: readonly LeavingPlace[]): boolean {
  return known.some((one) => one.url === url && (key === undefined || one.key === key));
}
