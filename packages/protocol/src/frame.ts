import { z } from "zod";
import { LiveCrewJob } from "./crew.ts";
import { Failure } from "./error-code.ts";
import { CallId, SessionId, TurnId } from "./ids.ts";
import { EngineStatus } from "./model-facts.ts";
import { SessionSummary } from "./session-summary.ts";

const offset = z.int().nonnegative();

/** How a server that was there went away; `busy`: it is there and turns requests down. */
export const OutageReason = z.enum([
  "unreachable",
  "connection_lost",
  "engine_died",
  "engine_not_ready",
  "busy",
]);
export type OutageReason = z.infer<typeof OutageReason>;

/**
 * How far the server is with the prompt, in tokens; `loading` and `queued` come before any number exists. `outage`: it went
 * away and has been waited for since; the same step will be asked again.
 */
export const Progress = z.object({
  phase: z.enum(["loading", "queued", "prompt", "reasoning", "text", "tool", "outage"]),
  outage: OutageReason.optional(),
  /** What the server that is waited for says of it, in its own words; at most 300 characters, secrets left out. */
  said: z.string().optional(),
  processed: z.int().nonnegative().optional(),
  total: z.int().nonnegative().optional(),
  cached: z.int().nonnegative().optional(),
  elapsedMs: z.number().nonnegative().optional(),
  /** Until a server that named a time (`Retry-After`) is asked again. */
  remainingMs: z.number().nonnegative().optional(),
  /** The call that is being written: its tool, how many UTF-16 units of arguments there are, the newest of them. */
  call: z.object({ tool: z.string(), written: z.int().nonnegative(), tail: z.string() }).optional(),
});
export type Progress = z.infer<typeof Progress>;

/** The reply being spoken and the tools that run, whole, as of one moment. Sent once after the log on every connect. */
export const LiveSnapshot = z.object({
  turnId: TurnId.optional(),
  step: z.int().nonnegative(),
  reasoning: z.string(),
  text: z.string(),
  outputs: z.record(z.string(), z.object({ offset, text: z.string() })),
  progress: Progress.optional(),
  /** The turn is over although the log does not say so: it could not be written. The session can be read. */
  halted: Failure.optional(),
  /** What models beside the lead do meanwhile, within a turn or between two. */
  crew: z.array(LiveCrewJob).optional(),
});
export type LiveSnapshot = z.infer<typeof LiveSnapshot>;

/**
 * Live news: shown, never stored. `offset` counts UTF-16 units from the start of that reply (or that tool's output),
 * so a client that already has a part neither loses nor doubles anything.
 */
export const Frame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("snapshot"), live: LiveSnapshot }),
  z.object({
    type: z.literal("reasoning"),
    turnId: TurnId,
    step: z.int(),
    offset,
    delta: z.string(),
    /** What was on the air as text of this reply was this thinking; the offsets of its text begin at 0 again. */
    insteadOfText: z.literal(true).optional(),
  }),
  z.object({ type: z.literal("text"), turnId: TurnId, step: z.int(), offset, delta: z.string() }),
  z.object({ type: z.literal("tool-output"), turnId: TurnId, callId: CallId, offset, delta: z.string() }),
  z.object({ type: z.literal("progress"), turnId: TurnId, step: z.int(), progress: Progress }),
  /** All that they do now, whole each time: an empty list when they rest. */
  z.object({ type: z.literal("crew"), jobs: z.array(LiveCrewJob) }),
  z.object({ type: z.literal("turn-halted"), turnId: TurnId, failure: Failure }),
  z.object({ type: z.literal("engine"), status: EngineStatus }),
  z.object({ type: z.literal("session-changed"), session: SessionSummary }),
  z.object({ type: z.literal("session-removed"), sessionId: SessionId }),
]);
export type Frame = z.infer<typeof Frame>;
