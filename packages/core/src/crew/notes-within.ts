import type { SessionState } from "@kestrel/session-state";

/** Where nobody waits, a copilot of a slow machine may take its time. Milliseconds, as all below. */
const atRest = 300_000;

/** Where the lead's speed is not known yet. */
const usual = 60_000;
const least = 10_000;
const most = 120_000;

/** How long a copilot may take for notes of so many tokens. */
export function notesWithin(state: SessionState, tokens: number, unwaited = false): number {
  return unwaited ? atRest : leadWrites(state, tokens);
}

/**
 * As long as the lead itself would write on so many tokens, by its server's own numbers of its newest reply: a turn that waits for
 * a copilot no longer than that has waited at most twice as long as it would have without one.
 */
function leadWrites({ timeline }: SessionState, tokens: number): number {
  for (const entry of timeline.backwards()) {
    if (entry.kind !== "reply" || !entry.usage) continue;
    const { generated = 0, generateMs = 0 } = entry.usage;
    if (generated === 0 || generateMs === 0) continue;
    return Math.round(Math.max(least, Math.min(most, (generateMs / generated) * tokens)));
  }
  return usual;
}
