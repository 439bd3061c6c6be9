import type { TurnId } from "@kestrel/protocol";
import type { AgentParts } from "../../ports/agent-parts.ts";
import type { CancelSignal } from "../../ports/cancel-signal.ts";
import type { Crew, Embedder } from "../../ports/crew.ts";
import { beginJob, type CrewJobParts, type DoneJob, runJob } from "../run-job.ts";
import { type Card, CardShelf, type Nearness } from "./card-shelf.ts";

export type LibrarianParts = Pick<CrewJobParts, "journal" | "lanes"> & {
  agent: Pick<AgentParts, "crew" | "host">;
};

/** Most cards; beyond that only the search by words is used. */
const mostCards = 400;

/** Milliseconds for reading cards ahead of time, when nothing waits. */
const longestReading = 60_000;

/**
 * The cards nearest in meaning to the text, nearest first. Undefined at once without a retriever, and after `withinMs` without an answer:
 * the search by words is used then. The caller closes the job.
 */
export async function askLibrarian(
  parts: LibrarianParts,
  { cards, words }: { cards: readonly Card[]; words: string },
  wanted: {
    turnId?: TurnId;
    withinMs: number;
    cancel: CancelSignal /** Only among what it has read already. */;
    atHand?: true;
  },
): Promise<DoneJob<Nearness[]> | undefined> {
  const librarian = librarianOf(parts);
  if (!librarian || cards.length === 0 || cards.length > mostCards || words.trim() === "") return undefined;
  const { label, shelf } = librarian;
  const { atHand, ...bounds } = wanted;
  if (atHand && !shelf.has(cards)) return undefined;
  return beginJob(parts, { kind: "retrieval", model: label, ...bounds }, async (cancel) => ({
    outcome: "done",
    product: await shelf.nearest(cards, words, cancel),
    used: () => true,
  }));
}

/** Embeds missing cards while nothing else runs, so that the next message needs no wait. Never rejects. */
export async function readAheadOfTime(
  parts: LibrarianParts,
  cards: readonly Card[],
  cancel: CancelSignal,
): Promise<void> {
  const librarian = librarianOf(parts);
  if (!librarian || cards.length > mostCards || librarian.shelf.has(cards)) return;
  const { label, shelf } = librarian;
  const about = {
    kind: "retrieval",
    model: label,
    withinMs: longestReading,
    cancel,
    unwaited: true,
  } as const;
  await runJob(parts, about, async (stop) => {
    await shelf.read(cards, stop);
    return { outcome: "done", product: undefined, used: () => true };
  });
}

/** The shelves of each crew, by the name of the embedding model. */
const shelves = new WeakMap<Crew, Map<string, { embedder: Embedder; shelf: CardShelf }>>();

function librarianOf({ agent: { crew, host }, journal }: LibrarianParts) {
  const librarian = crew?.librarian(journal.state);
  if (!crew || !librarian) return undefined;
  const { label, embedder } = librarian;
  const ofCrew = shelves.get(crew) ?? new Map<string, { embedder: Embedder; shelf: CardShelf }>();
  shelves.set(crew, ofCrew);
  const before = ofCrew.get(label);
  const shelf =
    before?.embedder === embedder ? before.shelf : new CardShelf(embedder, (text) => host.digest(text));
  ofCrew.set(label, { embedder, shelf });
  return { label, shelf };
}
