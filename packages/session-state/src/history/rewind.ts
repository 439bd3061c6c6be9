import type { EventOf, UndoTarget } from "@kestrel/protocol";
import { Sequence } from "../sequence.ts";
import type { SessionState } from "../session-state.ts";
import type { Entry, UserEntry } from "../timeline.ts";

/**
 * The conversation as it was before a message; mode, permissions, changed files and counted turns stay. Notes added to the message wait for
 * the next one, so that the prompt before it stays the same, byte for byte.
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

/** Outputs that were folded after that point are whole again. */
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
 * Tokens before the message that the server has cached: those of the newest remaining reply, as after any turn. Unknown after a compaction
 * since then: it replaced the cached prompt.
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

/**
 * The seq from which changes are undone for a target that covers everything from a turn on. A turn without changes of its own begins with
 * its message, as long as that is part of the conversation.
 */
export function beginOf(state: SessionState, target: UndoTarget): number | undefined {
  if (!("to" in target)) return undefined;
  for (const { turnId, seq } of state.fileSets ?? []) if (turnId === target.to) return seq;
  const at = placeOfMessage(state, target.to);
  return at === undefined ? undefined : state.timeline.at(at)?.seq;
}
