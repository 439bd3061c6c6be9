import type { EventOf } from "@kestrel/protocol";
import type { Sequence } from "../sequence.ts";
import type { SessionState } from "../session-state.ts";
import { type Entry, isSaid } from "../timeline.ts";

/** The state with the server's exact counts stored on their entries. */
export function withCounts(
  state: SessionState,
  { model, fixed, entries }: EventOf<"context.counted">,
): SessionState {
  let { timeline } = state;
  for (const { seq, ...counted } of entries) {
    const at = placeOf(timeline, seq);
    const entry = at === undefined ? undefined : timeline.at(at);
    if (at === undefined || !entry || !isSaid(entry)) continue;
    timeline = timeline.replace(at, { ...entry, counted: { ...counted, model } });
  }
  return { ...state, timeline, fixedCount: fixed ? { ...fixed, model } : state.fixedCount };
}

/** The position of the entry that began with this event: entries are in the order of the log. */
function placeOf(timeline: Sequence<Entry>, seq: number): number | undefined {
  let [low, high] = [0, timeline.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = timeline.at(middle)?.seq ?? 0;
    if (found === seq) return middle;
    if (found < seq) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
