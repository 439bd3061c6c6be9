import type { EventOf, SessionEvent } from "@kestrel/protocol";
import { changingTurns, type SessionState } from "@kestrel/session-state";
import { type LineCount, netLines } from "@kestrel/text";

export type FileChanges = {
  path: string;
  /** Its changes by calls, oldest first, without undone ones. Changes by commands are not included. */
  changes: readonly EventOf<"file.changed">[];
  /** Their total. */
  lines: LineCount;
};

/**
 * The files that differ from their state at the session's start, in the order of their first change. A turn removed from the conversation
 * counts too: its changes are on the disk until they are undone.
 */
export function changedFiles(state: SessionState, events: readonly SessionEvent[]): FileChanges[] {
  const found = new Map<string, string | undefined>();
  const left = new Map<string, string | undefined>();
  for (const { steps } of state.fileSets ?? []) {
    for (const { path, before, after } of steps) {
      if (!found.has(path)) found.set(path, before);
      left.set(path, after);
    }
  }
  const undone = new Set(
    changingTurns(state)
      .filter((turn) => turn.undone)
      .map(({ turnId }) => turnId),
  );
  const changes = new Map<string, EventOf<"file.changed">[]>();
  for (const { seq, body } of events) {
    if (seq > state.lastSeq) break;
    if (body.type !== "file.changed" || undone.has(body.turnId)) continue;
    const known = changes.get(body.path);
    if (known) known.push(body);
    else changes.set(body.path, [body]);
  }
  return [...found]
    .filter(([path, before]) => left.get(path) !== before)
    .map(([path]) => {
      const made = changes.get(path) ?? [];
      return { path, changes: made, lines: netLines(made) };
    });
}
