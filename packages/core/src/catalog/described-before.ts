import type { DescribedCapability } from "@kestrel/protocol";
import type { ContextNote, SessionState } from "@kestrel/session-state";

/** The digest of the newest description of a capability that the model still sees; undefined when it sees none. */
export function describedBefore(
  { timeline, compacted, pendingNotes, openTurn }: SessionState,
  name: string,
): string | undefined {
  const waiting = digestIn(wordsBeside([...pendingNotes, ...(openTurn?.notes ?? [])]), name);
  if (waiting !== undefined) return waiting;
  const from = compacted?.from ?? 0;
  for (let at = timeline.length - 1; at >= from; at--) {
    const entry = timeline.at(at);
    const digest = digestIn(wordsOf(entry), name);
    if (digest !== undefined) return digest;
  }
  return undefined;

  function wordsOf(entry: ReturnType<typeof timeline.at>): readonly DescribedCapability[] {
    switch (entry?.kind) {
      case "tool":
        return entry.folded ? [] : (entry.described ?? []);
      case "note":
        return entry.described ?? [];
      case "user":
        return wordsBeside(entry.notes);
      default:
        return [];
    }
  }
}

function digestIn(described: readonly DescribedCapability[], name: string): string | undefined {
  return described.find((one) => one.name === name)?.digest;
}

/** Newest first. */
function wordsBeside(notes: readonly ContextNote[]): DescribedCapability[] {
  return [...notes].reverse().flatMap(({ described = [] }) => described);
}
