import type { SessionState } from "@kestrel/protocol";

/** Where the lead's speed is not known yet. Milliseconds, as all below. */
const usual = 60_000;
const least = 10_000;
const most = 120_000;

/**
 * As long as the lead itself would write on so many tokens, by its server's own numbers of its newest reply: a turn that waits for
 * a copilot no longer than that has waited at most twice as long as it would have without one.
 */
export function leadWrites({ timeline }: SessionState, tokens: number): number {
  for (const entry of timeline.backwards()) {
    if (entry.kind !== "reply" || !entry.usage) continue;
    const { generated = 0, generateMs = 0 } = entry.usage;
    if (generated === 0 || generateMs === 0) continue;
    return Math.round(Math.max(least, Math.min(most, (generateMs / generated) * tokens)));
  }
  return usual;
}
