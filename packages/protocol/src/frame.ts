import { z } from "zod";
import { LiveCrewJob } from "./crew.ts";
import { Failure } from "./error-code.ts";
import { CallId, SessionId, TurnId } from "./ids.ts";
import { ListedEngine } from "./listed-engine.ts";
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
 * Prefill progress in tokens; `loading` and `queued` come before any number exists. `outage`: the server went away and is being
 * waited for; the same step will be requested again.
 */
export const Progress = z.object({
  phase: z.enum(["loading", "queued", "prompt", "reasoning", "text", "tool", "outage"]),
  outage: OutageReason.optional(),
  /** The server's own message, at most 300 characters, secrets removed. */
  said: z.string().optional(),
  processed: z.int().nonnegative().optional(),
  total: z.int().nonnegative().optional(),
  cached: z.int().nonnegative().optional(),
  elapsedMs: z.number().nonnegative().optional(),
  /** Until the retry that a server scheduled (`Retry-After`). */
  remainingMs: z.number().nonnegative().optional(),
  /** The call that is being written: its tool, how many UTF-16 units of arguments there are, the newest of them. */
  call: z.object({ tool: z.string(), written: z.int().nonnegative(), tail: z.string() }).optional(),
});
export type Progress = z.infer<typeof Progress>;

/** The streaming reply and the running tools at one moment, complete. Sent once after the log on every connect. */
export const LiveSnapshot = z.object({
  turnId: TurnId.optional(),
  step: z.int().nonnegative(),
  reasoning: z.string(),
  text: z.string(),
  outputs: z.record(z.string(), z.object({ offset, text: z.string() })),
  progress: Progress.optional(),
  /** The turn is over although its end could not be logged. The session is read-only. */
  halted: Failure.optional(),
  /** Running jobs of models beside the main one, during a turn or between two. */
  crew: z.array(LiveCrewJob).optional(),
});
export type LiveSnapshot = z.infer<typeof LiveSnapshot>;

/**
 * Live news: shown, never stored. `offset` counts UTF-16 units from the start of that reply (or that tool's output), so that a
 * client with a part of it neither loses nor doubles anything.
 */
export const Frame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("snapshot"), live: LiveSnapshot }),
  z.object({
    type: z.literal("reasoning"),
    turnId: TurnId,
    step: z.int(),
    offset,
    delta: z.string(),
    /** The live text of this reply was thinking; its text offsets start at 0 again. */
    insteadOfText: z.literal(true).optional(),
  }),
  z.object({ type: z.literal("text"), turnId: TurnId, step: z.int(), offset, delta: z.string() }),
  z.object({ type: z.literal("tool-output"), turnId: TurnId, callId: CallId, offset, delta: z.string() }),
  z.object({ type: z.literal("progress"), turnId: TurnId, step: z.int(), progress: Progress }),
  /** All that they do now, whole each time: an empty list when they rest. */
  z.object({ type: z.literal("crew"), jobs: z.array(LiveCrewJob) }),
  z.object({ type: z.literal("turn-halted"), turnId: TurnId, failure: Failure }),
  /** `beside`: the models that the user loaded beside the main one. */
  z.object({ type: z.literal("engine"), status: EngineStatus, beside: z.array(ListedEngine).optional() }),
  z.object({ type: z.literal("session-changed"), session: SessionSummary }),
  z.object({ type: z.literal("session-removed"), sessionId: SessionId }),
]);
export type Frame = z.infer<typeof Frame>;
