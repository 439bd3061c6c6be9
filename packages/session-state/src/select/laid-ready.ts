import { estimateTokens, parseJson } from "@kestrel/text";
import type { SessionState } from "../session-state.ts";
import type { ContextNote, Entry } from "../timeline.ts";

/** Context that was added to messages because it fit. Tokens are estimates. */
export type LaidReady = { names: readonly string[]; tokens: number; called: number };

/** Whether a capability was added because it fit the message. One that the user called by its name has an `opId`. */
export function isLaid({ contextKind, opId }: ContextNote): boolean {
  return contextKind === "capability" && opId === undefined;
}

/** The names of the capabilities that were added to one message. */
export function laidBeside(notes: readonly ContextNote[]): string[] {
  return notes.filter(isLaid).flatMap(({ described = [] }) => described.map(({ name }) => name));
}

/** Everything that was added in a session, and how much of it was then called with `use`. */
export function laidReady({ timeline }: SessionState): LaidReady {
  const names: string[] = [];
  let tokens = 0;
  const called = new Set<string>();
  for (const entry of timeline) {
    if (entry.kind === "user") {
      names.push(...laidBeside(entry.notes));
      for (const note of entry.notes.filter(isLaid)) tokens += estimateTokens(note.text);
    } else {
      const name = names.length > 0 ? calledIn(entry) : undefined;
      if (name !== undefined && names.includes(name)) called.add(name);
    }
  }
  return { names, tokens, called: called.size };
}

function calledIn(entry: Entry): string | undefined {
  if (entry.kind !== "tool" || entry.tool !== "use") return undefined;
  try {
    const value = parseJson(entry.arguments) as { name?: unknown } | null;
    return typeof value?.name === "string" ? value.name : undefined;
  } catch {
    // expected: a model's arguments that are not JSON
    return undefined;
  }
}
