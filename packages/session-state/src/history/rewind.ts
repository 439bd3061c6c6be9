import type { EventOf } from "@kestrel/protocol";
import { Sequence } from "../sequence.ts";
import type { SessionState } from "../session-state.ts";
import type { Entry, UserEntry } from "../timeline.ts";

/**
 * The state as it was before a message, and as it is otherwise: mode, permissions, changed files and counted turns stay.
 * What stood beside the message waits for the next one, so that the prompt before it is the same, byte for byte.
 */
export function rewind(
  state: SessionState,
  { turn, why }: EventOf<"history.rewound">,
  stamp: { at: string; seq: number },
): SessionState {
  const at = placeOfMessage(state, turn);
  const message = at === undefined ? undefined : state.timeline.at(at);
  if (at === undefined || message?.kind !== "user" || state.openTurn) return state;
  const [kept, dropped] = cut(state.timeline, at);
  const turns = dropped.filter(({ kind }) => kind === "user").length;
  const entry: Entry = { kind: "rewound", ...stamp, turns, why };
  const { measured: _, compacted: __, ...rest } = state;
  const compacted = newestSummary(kept);
  return {
    ...rest,
    timeline: Sequence.from(unfolded(kept, dropped), state.timeline.first).append(entry),
    pendingNotes: [...message.notes, ...state.pendingNotes],
    sent: { messages: 0, expectedReuse: stillRead(kept, dropped) },
    ...(compacted && { compacted }),
  };
}

/** The position of a turn's message in the conversation. Undefined when it is not part of it. */
export function placeOfMessage({ timeline }: SessionState, turn: UserEntry["turnId"]): number | undefined {
  let at = timeline.length;
  for (const entry of timeline.backwards()) {
    at--;
    if (entry.kind === "user" && entry.turnId === turn) return at;
  }
  return undefined;
}

function cut(timeline: Sequence<Entry>, at: number): [Entry[], Entry[]] {
  const all = [...timeline];
  const before = at - timeline.first;
  return [all.slice(0, before), all.slice(before)];
}

/** Outputs that were folded away later than that are whole again. */
function unfolded(kept: readonly Entry[], dropped: readonly Entry[]): Entry[] {
  const calls = (entries: readonly Entry[]) =>
    new Set(entries.flatMap((entry) => (entry.kind === "compaction" ? entry.folded : [])));
  const [before, after] = [calls(kept), calls(dropped)];
  return kept.map((entry) =>
    entry.kind === "tool" && entry.folded && after.has(entry.callId) && !before.has(entry.callId)
      ? { ...entry, folded: false }
      : entry,
  );
}

function newestSummary(kept: readonly Entry[]): SessionState["compacted"] {
  for (const entry of [...kept].reverse())
    if (entry.kind === "compaction" && entry.compacted) return entry.compacted;
  return undefined;
}

/**
 * Tokens in front of the message that the server has read: those of the newest reply that is left, as after any turn.
 * Unknown where room was made since: the server read another prompt over them.
 */
function stillRead(kept: readonly Entry[], dropped: readonly Entry[]): number | undefined {
  if (dropped.some(({ kind }) => kind === "compaction")) return undefined;
  for (const entry of [...kept].reverse()) {
    if (entry.kind === "compaction") return undefined;
    const { prompt = 0, generated = 0 } = entry.kind === "reply" ? (entry.usage ?? {}) : {};
    if (prompt > 0) return prompt + generated - 1;
  }
  return undefined;
}
