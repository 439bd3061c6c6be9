import type { LeavingPlace } from "@kestrel/protocol";

/** Every place of several, and every variable whose value goes to one of them, each once: as the facts of a refusal. */
export function namedPlaces(places: readonly LeavingPlace[]): { url: string; variable?: string } {
  const listed = (all: readonly (string | undefined)[]) =>
    [...new Set(all)].filter((one) => one !== undefined).join(", ");
  const variable = listed(places.map(({ key }) => key));
  return { url: listed(places.map(({ url }) => url)), ...(variable !== "" && { variable }) };
}
