import type { ReplyEntry, SessionState } from "@kestrel/session-state";

/** The position of the newest reply in the history, and of the first entry after its calls. */
export type ReadBoundary = { reply: ReplyEntry; from: number; unread: number; calls: number };

/**
 * The model has seen everything up to the newest reply, and not what follows (its calls' results, new messages). Undefined before
 * its first reply.
 */
export function readBoundary({ timeline }: SessionState): ReadBoundary | undefined {
  let calls = 0;
  for (let index = timeline.length - 1; index >= 0; index--) {
    const entry = timeline.at(index);
    if (entry?.kind === "tool") calls++;
    if (entry?.kind !== "reply") {
      if (entry?.kind !== "tool") calls = 0;
      continue;
    }
    const spoken = calls > 0 || (entry.text !== "" && entry.finish !== undefined);
    if (spoken) return { reply: entry, from: index, unread: index + 1 + calls, calls };
  }
  return undefined;
}
