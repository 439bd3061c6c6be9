import type { EventOf, OpId } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import type { ContextNote, PendingWords } from "../timeline.ts";

/** Messages that the model has not seen, those for the next turn first. */
export function pendingWordsIn({ openTurn, pendingWords = [] }: SessionState): readonly PendingWords[] {
  return [...pendingWords, ...(openTurn?.steering ?? [])];
}

/** Whether the message of that op can still be changed: the model has not seen it. */
export function isPending(state: SessionState, words: OpId): boolean {
  return pendingWordsIn(state).some(({ id }) => id === words);
}

export function waitingWords({
  opId: id,
  text,
  origin,
}: EventOf<"steering.queued" | "words.kept">): PendingWords {
  return { ...(id !== undefined && { id }), text, ...(origin && { origin }) };
}

/** The state with an unseen message changed or removed. */
export function withEditedWords(state: SessionState, body: EventOf<"pending.edited">): SessionState {
  const { openTurn, pendingWords } = state;
  const pending = pendingWords && edited(pendingWords, body);
  const steering = openTurn?.steering && edited(openTurn.steering, body);
  return {
    ...state,
    pendingWords: pending?.length ? pending : undefined,
    ...(openTurn ? { openTurn: { ...openTurn, steering } } : {}),
  };
}

function edited(
  list: readonly PendingWords[],
  { words, text }: EventOf<"pending.edited">,
): readonly PendingWords[] {
  return list.flatMap((one) => (one.id !== words ? [one] : text === "" ? [] : [{ ...one, text }]));
}

/** The state with a prompt or a skill queued for the next step of the turn. */
export function withQueuedNote(state: SessionState, body: EventOf<"note.queued">): SessionState {
  const { openTurn } = state;
  if (!openTurn) return state;
  const { kind, text, described, opId } = body;
  const note: ContextNote = { contextKind: kind, text, ...(described && { described }), opId };
  return { ...state, openTurn: { ...openTurn, notes: [...(openTurn.notes ?? []), note] } };
}

/** The state without a queued text that has now reached the model. */
export function withDelivered(state: SessionState, { kind, opId }: EventOf<"context.added">): SessionState {
  const { openTurn } = state;
  if (!openTurn) return state;
  if (kind === "steering")
    return { ...state, openTurn: { ...openTurn, steering: openTurn.steering?.slice(1) } };
  if (opId === undefined || !openTurn.notes) return state;
  return { ...state, openTurn: { ...openTurn, notes: openTurn.notes.filter((note) => note.opId !== opId) } };
}

/**
 * The messages of a turn that did not reach the model. Those with an id wait for the next message; of older logs, whose clients restored
 * them themselves, only those that a crash cut off.
 */
export function withWordsLeft(state: SessionState, crashed: boolean): SessionState {
  const left = state.openTurn?.steering ?? [];
  const named = left.filter(({ id }) => id !== undefined);
  const unnamed = crashed ? left.filter(({ id }) => id === undefined) : [];
  const pendingWords = [...(state.pendingWords ?? []), ...named];
  return {
    ...state,
    pendingNotes: [...state.pendingNotes, ...(state.openTurn?.notes ?? []), ...unnamed.map(asNote)],
    pendingWords: pendingWords.length > 0 ? pendingWords : undefined,
  };
}

export function asNote({ id, text }: PendingWords): ContextNote {
  return id === undefined ? { contextKind: "steering", text } : { contextKind: "steering", text, opId: id };
}

/** Separate messages as one, divided by empty lines. */
export function asOneMessage(words: readonly string[]): string {
  return words.filter((one) => one.trim() !== "").join("\n\n");
}
