import type { CrewRole, CrewSeat } from "@kestrel/protocol/api";

/** Work that there is in every session; a larger model is one more offer, and nobody lacks it. */
const everyday = ["copilot", "critic", "librarian"] as const satisfies readonly CrewRole[];

/** The seats for which nobody is named. */
export function emptySeats(crew: readonly Pick<CrewSeat, "role">[]): readonly (typeof everyday)[number][] {
  return everyday.filter((wanted) => !crew.some(({ role }) => role === wanted));
}
