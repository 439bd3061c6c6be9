import type { CrewRole, CrewSeat, LeavingPlace, LoadoutModel } from "@kestrel/protocol/api";
import { isLoopback } from "@kestrel/text";

/** The suffix of Ollama's models that the local server forwards to a cloud. */
const inTheCloud = /[-:]cloud$/;

/**
 * Where a model's text is sent. `elsewhere`: the address of a model that is not on this machine, or the local server with the name of a
 * cloud model. `key`: the environment variable whose value is sent as the API key.
 */
export function seatPlace({ url, host, name, api_key_env: variable }: LoadoutModel): {
  elsewhere?: string;
  key?: string;
} {
  const elsewhere = typeof url === "string" && !isLoopback(url) ? url : throughServer(url ?? host, name);
  return {
    ...(elsewhere !== undefined && { elsewhere }),
    ...(typeof variable === "string" && { key: variable }),
  };
}

function throughServer(server: unknown, name: unknown): string | undefined {
  if (server === undefined || typeof name !== "string" || !inTheCloud.test(name)) return undefined;
  return `${String(server)} (${name})`;
}

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

/** Roles that have work in every session. The larger model is optional. */
const everyday = ["copilot", "critic", "librarian"] as const satisfies readonly CrewRole[];

/** Everyday roles for which no model is named. */
export function emptySeats(crew: readonly Pick<CrewSeat, "role">[]): readonly (typeof everyday)[number][] {
  return everyday.filter((wanted) => !crew.some(({ role }) => role === wanted));
}
