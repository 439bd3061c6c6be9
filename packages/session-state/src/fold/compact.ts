import type { EventOf } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import type { Entry } from "../timeline.ts";

/**
 * The state after stale outputs were folded to one line each, or a summary replaced everything before the newest part. Walks the whole
 * timeline: rarely, and once per event. Nothing is removed from the timeline.
 */
export function compact(
  state: SessionState,
  body: EventOf<"context.compacted">,
  stamp: { at: string; seq: number },
): SessionState {
  const { folded, before, after, task, summary, keptFrom, by, refused, why } = body;
  const gone = new Set<string>(folded);
  let timeline = state.timeline;
  let from: number | undefined;
  let index = timeline.first;
  for (const entry of state.timeline) {
    if (entry.kind === "tool" && gone.has(entry.callId)) {
      timeline = timeline.replace(index, { ...entry, folded: true });
    }
    if (entry.seq === keptFrom) from ??= index;
    index++;
  }
  const told = summary === undefined ? {} : { summary, by, refused, why };
  const compacted =
    from === undefined || task === undefined || summary === undefined
      ? {}
      : { compacted: { from, task, summary } };
  const entry: Entry = { kind: "compaction", ...stamp, folded, before, after, ...told, ...compacted };
  return {
    ...withoutCompacting(state),
    compactions: state.compactions + 1,
    sent: { messages: 0 },
    timeline: timeline.append(entry),
    measured: {
      used: after,
      source: "estimate",
      entries: timeline.length + 1,
      window: state.window,
    },
    ...compacted,
  };
}

/**
 * The state with texts shortened for the model that can never fit. Nothing is removed from the timeline; earlier measurements become
 * invalid.
 */
export function withShortened(
  state: SessionState,
  shortened: NonNullable<EventOf<"turn.ended">["shortened"]>,
): SessionState {
  const texts = new Map(shortened.map(({ seq, text }) => [seq, text]));
  let { timeline } = state;
  let index = timeline.length;
  for (const entry of state.timeline.backwards()) {
    index--;
    if (texts.size === 0) break;
    if (!texts.has(entry.seq)) continue;
    const text = texts.get(entry.seq);
    texts.delete(entry.seq);
    if (entry.kind === "tool") timeline = timeline.replace(index, { ...entry, folded: true });
    else if (entry.kind === "user" || entry.kind === "note")
      timeline = timeline.replace(index, { ...entry, shortened: text, counted: undefined });
  }
  const { measured: _, ...rest } = state;
  return { ...rest, timeline, sent: { messages: 0, expectedReuse: state.sent.expectedReuse } };
}

/** A summary has been requested. */
export function withCompacting(
  state: SessionState,
  { turnId, why }: EventOf<"request.sent">,
  { at }: { at: string },
): SessionState {
  return { ...state, compacting: { turnId, at, why } };
}

/** No summary is being made any more. */
export function withoutCompacting(state: SessionState): SessionState {
  const { compacting: _, ...rest } = state;
  return rest;
}

/** The state with the measured window; an estimate never replaces a count. */
export function measure(state: SessionState, body: EventOf<"context.measured">): SessionState {
  const { used, window, source, refused } = body;
  const known = refused ? { ...state, window, overruled: { told: state.window } } : { ...state, window };
  if (source === "estimate" && state.measured) return known;
  return { ...known, measured: { used, window, source, entries: state.timeline.length } };
}
