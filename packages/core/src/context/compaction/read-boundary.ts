import type { ReplyEntry, SessionState } from "@kestrel/session-state";

/** Where the newest reply stands that the history holds, and where the entries behind its calls begin. */
export type ReadBoundary = { reply: ReplyEntry; from: number; unread: number; calls: number };

/**
 * Everything before the newest reply was read by the model, and the reply spoken by it; what follows it (the answers of its
 * calls, new words) it has not seen. Undefined before its first reply.
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
