import type { SessionEvent, TurnId } from "@kestrel/protocol";
import { emptySession, evolve, placeOfMessage, type SessionState } from "@kestrel/session-state";

/** A turn as it was before it left the conversation: its entries are `from` (inclusive) to `to` (exclusive). */
export type PastVersion = { turn: TurnId; state: SessionState; from: number; to: number };

/** A long log is folded in chunks, so that the page stays responsive. */
const mostAtOnce = 1_000;

/** The turn that the event with that number removed from the conversation; undefined when it removed none. */
export async function pastVersion(
  events: readonly SessionEvent[],
  rewound: number,
): Promise<PastVersion | undefined> {
  const at = events.findIndex(({ seq }) => seq === rewound);
  const body = events[at]?.body;
  if (body?.type !== "history.rewound") return undefined;
  let state = emptySession;
  for (let from = 0; from < at; from += mostAtOnce) {
    for (const event of events.slice(from, Math.min(at, from + mostAtOnce))) state = evolve(state, event);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  const from = placeOfMessage(state, body.turn);
  if (from === undefined) return undefined;
  let to = from + 1;
  while (to < state.timeline.length && state.timeline.at(to)?.kind !== "user") to++;
  return { turn: body.turn, state, from, to };
}
