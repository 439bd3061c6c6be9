import type { CrewRole, CrewSeat } from "@kestrel/protocol/api";

/** Roles that have work in every session. The larger model is optional. */
const everyday = ["copilot", "critic", "librarian"] as const satisfies readonly CrewRole[];

/** Everyday roles for which no model is named. */
export function emptySeats(crew: readonly Pick<CrewSeat, "role">[]): readonly (typeof everyday)[number][] {
  return everyday.filter((wanted) => !crew.some(({ role }) => role === wanted));
}
