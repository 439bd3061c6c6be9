import type { OpAnswer, OpId } from "@kestrel/protocol";
import { emptySession, Sequence, type SessionState } from "@kestrel/session-state";
import { type GrownList, grownLists, readItem, writeItem } from "@kestrel/session-state/tail";

/** The answers to a session's ops, by id. */
export type OpAnswers = readonly (readonly [OpId, OpAnswer])[];

/** A folded session: the state of its log, and the answers to its ops. */
export type Folded = { state: SessionState; ops: OpAnswers };

type Piece =
  | { kind: "state"; state: Omit<SessionState, GrownList>; lists: readonly GrownList[] }
  | { kind: "items"; list: GrownList; items: readonly unknown[] }
  | { kind: "ops"; ops: OpAnswers };

/** Items per piece: so many are written and read in a few milliseconds. */
const together = 256;

/** A folded session in short pieces of JSON. Lazy; a state never changes. */
export function* checkpointPieces({ state, ops }: Folded): Generator<unknown> {
  const { timeline, fileSets, crewJobs, ...rest } = state;
  const grown = { timeline, fileSets, crewJobs };
  const there = grownLists.filter((name) => grown[name] !== undefined);
  yield { kind: "state", state: rest, lists: there } satisfies Piece;
  for (const list of there) {
    let items: unknown[] = [];
    for (const item of grown[list] ?? []) {
      items.push(writeItem(item));
      if (items.length < together) continue;
      yield { kind: "items", list, items } satisfies Piece;
      items = [];
    }
    if (items.length > 0) yield { kind: "items", list, items } satisfies Piece;
  }
  for (let from = 0; from < ops.length; from += together)
    yield { kind: "ops", ops: ops.slice(from, from + together) } satisfies Piece;
}

/** The session from the pieces of `checkpointPieces` of the same build. */
export function foldedFrom(pieces: Iterable<unknown>): Folded {
  let rest: Omit<SessionState, GrownList> = emptySession;
  let there: readonly GrownList[] = [];
  const items: Record<GrownList, unknown[]> = { timeline: [], fileSets: [], crewJobs: [] };
  const ops: (readonly [OpId, OpAnswer])[] = [];
  for (const piece of pieces as Iterable<Piece>) {
    if (piece.kind === "state") [rest, there] = [piece.state, piece.lists];
    else if (piece.kind === "items") items[piece.list].push(...piece.items.map(readItem));
    else ops.push(...piece.ops);
  }
  const grown = Object.fromEntries(there.map((list) => [list, Sequence.from(items[list])]));
  return { state: { ...rest, timeline: emptySession.timeline, ...grown } as SessionState, ops };
}
