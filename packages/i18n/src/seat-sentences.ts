import type { CrewSeat, RefusedSeat } from "@kestrel/protocol/api";
import { emptySeats } from "@kestrel/session-state";
import type { SayAny } from "./sentence.ts";

/** The crew roles that have no model: the empty ones on one line, and a line for each refused one. */
export function seatSentences(
  crew: readonly Pick<CrewSeat, "role">[],
  refused: readonly RefusedSeat[],
  say: SayAny,
): string[] {
  const seats = emptySeats(crew).map((role) =>
    say("crew.seat", { role: say(`crew.role.${role}`), does: say(`crew.does.${role}`) }),
  );
  return [
    ...refused.map(({ role, why }) => say(`crew.refused.${why}`, { role: say(`crew.role.${role}`) })),
    ...(seats.length > 0 ? [say("crew.empty", { seats: seats.join(say("crew.between")) })] : []),
  ];
}
