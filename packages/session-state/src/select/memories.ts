import type { TurnId } from "@kestrel/protocol";
import { longestMemory, type MemoryRow } from "@kestrel/protocol/api";
import { estimateTokens, tellsSecret, wordsOutsideFences } from "@kestrel/text";
import type { SessionState } from "../session-state.ts";
import type { ContextNote } from "../timeline.ts";

/** Whether a session uses memory: not a private one, nor one whose messages are not the user's own. */
export function usesMemory({ memory, parent }: Pick<SessionState, "memory" | "parent">): boolean {
  return memory !== false && parent === undefined;
}

const named = /^memory\/(.+)$/;

/** The ids of facts that a note gave to the model, in the order of its lines. */
function memoriesBeside(notes: readonly ContextNote[]): string[] {
  return notes
    .filter(({ contextKind }) => contextKind === "memory")
    .flatMap(({ described = [] }) => described.map(({ name }) => named.exec(name)?.[1] ?? ""))
    .filter((id) => id !== "");
}

/** The ids of facts that notes gave to the model as valid; a fact only reported as invalid is not included. */
function memoriesUsed(notes: readonly ContextNote[]): string[] {
  const given = notes.map((note) => ({
    ...note,
    described: note.described?.filter(({ digest }) => digest !== goneMemory),
  }));
  return memoriesBeside(given);
}

/** Replaces the digest of a fact that is no longer valid. */
export const goneMemory = "gone";

/** The facts added to the message that begins a turn, or to the last message. `end`: where the turn ends, if known. */
export function memoriesOfTurn(
  { timeline }: Pick<SessionState, "timeline">,
  turnId?: TurnId,
  end?: number,
): string[] {
  for (const entry of timeline.backwards(end)) {
    if (entry.kind !== "user" || (turnId !== undefined && entry.turnId !== turnId)) continue;
    return memoriesUsed(entry.notes);
  }
  return [];
}

/** Every fact that the session was given, by its id, with its number for the model. */
export function memoriesIn({ timeline, pendingNotes }: SessionState): Map<string, number> {
  const numbers = new Map<string, number>();
  const meet = (notes: readonly ContextNote[]) => {
    for (const id of memoriesBeside(notes)) if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
  };
  for (const entry of timeline) if (entry.kind === "user") meet(entry.notes);
  meet(pendingNotes);
  return numbers;
}

/** The message key for a fact's source, in both clients. */
export function sourceKey({ source, file }: Pick<MemoryRow, "source" | "file">) {
  const isOfFile = file !== undefined && (source === "approved" || source === "proposed");
  return isOfFile ? (`memory.source.${source}.file` as const) : (`memory.source.${source}` as const);
}

/** Fewest characters of an id that are shown. A shorter one may be a word. */
export const shownId = 7;

/** The displayed ids: the shortest prefix that is unique among all `rows`. */
export function shortIdsOf(rows: readonly Pick<MemoryRow, "id">[]): (id: string) => string {
  const ids = rows.map(({ id }) => id).sort();
  const shared = (one: string, other = "") => {
    let length = 0;
    while (length < one.length && one[length] === other[length]) length += 1;
    return length;
  };
  const lengths = new Map(
    ids.map((id, at) => [id, Math.max(shared(id, ids[at - 1]), shared(id, ids[at + 1])) + 1]),
  );
  return (id) => id.slice(0, Math.max(shownId, lengths.get(id) ?? id.length));
}

/** Pinned facts go with the first message of a session, up to about so many tokens. */
export const mostPinned = 150;

/** A fact as given to a model. */
export function memoryLine(number: number, content: string, at: string): string {
  return `- M${number}: ${content} (${at.slice(0, 10)})`;
}

/** The ids of pinned facts that are left out of some folder's sessions, or of all: earlier pins use up the budget. */
export function pinsWithoutRoom(rows: readonly MemoryRow[]): Set<string> {
  const pinned = rows.filter((row) => row.pinned && row.source !== "proposed");
  const without = new Set<string>();
  for (const scope of new Set([undefined, ...pinned.map(({ workspace }) => workspace)])) {
    let [tokens, number] = [0, 0];
    for (const { id, content, updatedAt, workspace } of pinned) {
      if (workspace !== undefined && workspace !== scope) continue;
      const cost = estimateTokens(`${memoryLine(number + 1, content, updatedAt)}\n`);
      if (tokens + cost > mostPinned) {
        without.add(id);
        continue;
      }
      tokens += cost;
      number += 1;
    }
  }
  return without;
}

/** The rows that words match: by the beginning of their id, or by their text. */
export function factsMeant(rows: readonly MemoryRow[], words: string): MemoryRow[] {
  const wanted = words.trim().toLowerCase();
  const named = wanted.length >= 4 ? rows.filter(({ id }) => id.startsWith(wanted)) : [];
  return named.length > 0 ? named : rows.filter(({ content }) => content.toLowerCase().includes(wanted));
}

/** Phrases before a request. */
const opening =
  "(?:(?:(?:hi|hello|hey|thanks|thank you|ok|okay|so|and|also|btw|by the way|one more thing|你好|您好|嗨|好的|另外|还有|对了|顺便|谢谢)(?: \\w+)?[\\s,:.!，：。！]+){0,2})";
const wish = new RegExp(
  `^${opening}(?:please\\s+)?(?:remember|keep in mind|note)(?:\\s+that|:|,)\\s+(\\S.*)$|^${opening}(?:请你?|麻烦你?|帮我|请帮我)?(?:记住|记一下|记着)了?[，,：:\\s]*(\\S.*)$`,
  "iu",
);
/** The end of a sentence: after its mark, except in an abbreviation. */
const sentenceEnds = /(?<=[。！？])|(?<=[.!?])(?<!\b(?:e\.g|i\.e|dr|mr|mrs|ms|st|vs|no|etc)\.)\s+/iu;

/** The sentence in a one-line message that asks to remember something, without the asking phrase. */
function wishIn(line: string): string | undefined {
  if (line.includes("\n") || line.length > longestWish) return undefined;
  const sentences = line.split(sentenceEnds);
  for (const [at, sentence] of sentences.entries()) {
    const [, english, chinese] = wish.exec(sentence.trim()) ?? [];
    const content = (english ?? chinese)?.trim();
    if (content !== undefined) return content;
    if (at >= mostSentences) return undefined;
  }
  return undefined;
}

/** Most UTF-16 units and sentences of a message that are searched. */
const longestWish = 2_000;
const mostSentences = 5;

/**
 * The text that the message of a turn asks to remember, verbatim; undefined when it asks for nothing, contains a secret, or was not typed
 * by the user. `end` as above.
 */
export function wishToRemember(
  { timeline, ...state }: Pick<SessionState, "timeline" | "memory" | "parent">,
  turnId?: TurnId,
  end?: number,
): string | undefined {
  if (!usesMemory(state)) return undefined;
  for (const entry of timeline.backwards(end)) {
    if (entry.kind !== "user" || (turnId !== undefined && entry.turnId !== turnId)) continue;
    if (entry.pasted || entry.origin || entry.goesOn) return undefined;
    const content = wishIn(wordsOutsideFences(entry.text));
    if (!content || content.length > longestMemory || /[?？]$/.test(content)) return undefined;
    return tellsSecret(content) ? undefined : content;
  }
  return undefined;
}
