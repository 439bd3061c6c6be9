import type { EventOf } from "./event.ts";
import type { SessionState } from "./session-state.ts";
import type { Entry } from "./timeline.ts";

/** The state after stale outputs became one line each. Walks the whole timeline: it happens rarely, and once per event. */
export function foldOutputs(
  state: SessionState,
  body: EventOf<"context.compacted">,
  stamp: { at: string; seq: number },
): SessionState {
  const folded = new Set<string>(body.folded);
  let timeline = state.timeline;
  let index = 0;
  for (const entry of state.timeline) {
    if (entry.kind === "tool" && folded.has(entry.callId)) {
      timeline = timeline.replace(index, { ...entry, folded: true });
    }
    index++;
  }
  const entry: Entry = {
    kind: "compaction",
    ...stamp,
    folded: body.folded,
    before: body.before,
    after: body.after,
  };
  return {
    ...state,
    compactions: state.compactions + 1,
    sent: { messages: 0 },
    timeline: timeline.append(entry),
    measured: {
      used: body.after,
      source: "estimate",
      entries: timeline.length + 1,
      window: state.window,
    },
  };
}
