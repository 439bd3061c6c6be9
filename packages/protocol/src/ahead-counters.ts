import { z } from "zod";

const tokens = z.int().nonnegative();

/** Tokens that were processed ahead of a request: all, those that the next request reused, and those that it did not. */
export const ReadAhead = z.object({ read: tokens, gained: tokens, wasted: tokens });
export type ReadAhead = z.infer<typeof ReadAhead>;

/** Calls that ran while the model was still writing: all, those whose result was used, and the waiting time they saved. */
const EarlyCalls = z.object({ started: tokens, used: tokens, savedMs: z.number().nonnegative() });

/**
 * Idle prefill since the daemon started, by the server's own counts: text being typed, text a template re-renders after a turn,
 * reopened sessions, and read-only calls. `paused`: why nothing is prefilled now.
 */
export const AheadCounters = z.object({
  draft: ReadAhead,
  settle: ReadAhead,
  warm: ReadAhead,
  calls: EarlyCalls,
  paused: z.enum(["battery"]).optional(),
});
export type AheadCounters = z.infer<typeof AheadCounters>;
