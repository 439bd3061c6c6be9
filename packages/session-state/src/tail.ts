import type { SessionEvent } from "@kestrel/protocol";
import { accountBefore } from "./select/context-ledger.ts";
import { Sequence } from "./sequence.ts";
import type { SessionState } from "./session-state.ts";
import type { SlashCommand } from "./slash-command.ts";
import type { Entry } from "./timeline.ts";

/** The parts of a state that grow with the session. */
export const grownLists = ["timeline", "fileSets", "crewJobs"] as const;
export type GrownList = (typeof grownLists)[number];

/** Items of a list as JSON, and the number of items before them. */
type Stretch = { first: number; items: unknown[] };

/** The end of a session, folded: a client shows it first, and folds later events onto it. */
export type SessionTail = {
  state: Omit<SessionState, GrownList>;
  lists: Partial<Record<GrownList, Stretch>> & { timeline: Stretch };
};

/** Entries that precede others. */
export type EarlierEntries = { first: number; entries: readonly Entry[] };

/** A shorter session is sent to a client whole, as its events. */
export const shortSession = 2_000;

/** Approximate entries of a tail, and of a page of earlier ones; a turn is cut only when it is four times as long. */
const tailEntries = 120;
const pageEntries = 300;
/** Characters of one answer, beyond which no further entry is added. */
const mostCharacters = 1_000_000;
/** Items of the other lists: undo and the crew's lane use the newest. */
const newestItems = 100;

export function tailOf(state: SessionState, wanted = tailEntries): SessionTail {
  const { timeline, fileSets, crewJobs, ...rest } = state;
  const first = beginOf(timeline, timeline.length, wanted);
  const before = accountBefore(state, first);
  const newest = (list: Sequence<unknown> | undefined): Stretch | undefined =>
    list && stretchOf(list, Math.max(0, list.length - newestItems), list.length);
  const lists = {
    timeline: stretchOf(timeline, first, timeline.length),
    fileSets: newest(fileSets),
    crewJobs: newest(crewJobs),
  };
  return { state: { ...rest, ...(before && { before }) }, lists };
}

export function stateFromTail({ state, lists }: SessionTail): SessionState {
  const grown = grownLists.flatMap((name) => {
    const stretch = lists[name];
    return stretch ? [[name, Sequence.from(stretch.items.map(readItem), stretch.first)] as const] : [];
  });
  return { ...state, timeline: Sequence.empty(), ...Object.fromEntries(grown) };
}

/** A page of whole turns before the entry at `before`. */
export function entriesBefore({ timeline }: SessionState, before: number): EarlierEntries {
  const end = Math.min(before, timeline.length);
  const first = beginOf(timeline, end, pageEntries);
  return { first, entries: stretchOf(timeline, first, end).items as readonly Entry[] };
}

/** Commands that need the whole session. */
export const looksBack: ReadonlySet<SlashCommand> = new Set<SlashCommand>([
  ...(["undo", "redo", "commit", "regenerate", "edit", "fork"] as const),
  ...(["memory", "context", "permissions", "crew"] as const),
]);

/** Whether an event changes entries before a tail, so that the tail must be requested again. */
export function outgrowsTail({ timeline }: SessionState, { body }: SessionEvent): boolean {
  return timeline.first > 0 && (body.type === "context.compacted" || body.type === "history.rewound");
}

/** Adds entries that directly precede the first one of the state. Other entries change nothing. */
export function withEarlier(state: SessionState, { first, entries }: EarlierEntries): SessionState {
  const { timeline } = state;
  if (first + entries.length !== timeline.first) return state;
  return { ...state, timeline: Sequence.from([...entries, ...timeline], first) };
}

/** A fresh tail that replaces `known` and keeps its earlier entries. */
export function withKnownEntries(fresh: SessionState, known: SessionState): SessionState {
  const { first } = known.timeline;
  const end = fresh.timeline.first;
  if (first >= end || known.timeline.length < end) return fresh;
  const entries = Array.from({ length: end - first }, (_, at) => known.timeline.at(first + at) as Entry);
  return withEarlier(fresh, { first, entries });
}

/** An item of a list in its stored form. File changes are a list within a list. */
export function writeItem(item: unknown): unknown {
  return typeof item === "object" && item !== null && "steps" in item
    ? { ...item, steps: [...(item.steps as Iterable<unknown>)] }
    : item;
}

export function readItem(item: unknown): unknown {
  const { steps } = item as { steps?: readonly unknown[] };
  return steps ? { ...(item as object), steps: Sequence.from(steps) } : item;
}

function stretchOf(list: Sequence<unknown>, first: number, end: number): Stretch {
  return { first, items: Array.from({ length: end - first }, (_, at) => writeItem(list.at(first + at))) };
}

/** Where a range that ends at `end` begins: at a message, so that no turn is summed in part. */
function beginOf(timeline: Sequence<Entry>, end: number, wanted: number): number {
  let characters = 0;
  let at = end;
  while (at > 0) {
    const entry = timeline.at(at - 1);
    characters += JSON.stringify(entry)?.length ?? 0;
    // At least one entry is always taken, so that loading makes progress.
    if (at < end && characters > mostCharacters) break;
    at--;
    if (end - at >= wanted * 4 || (end - at >= wanted && entry?.kind === "user")) break;
  }
  // A reply and its calls are one block.
  while (at < end - 1 && timeline.at(at)?.kind === "tool") at++;
  return at;
}
