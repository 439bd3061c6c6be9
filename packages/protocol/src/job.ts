import { z } from "zod";
import { CallId, OpId, ReportId, TurnId } from "./ids.ts";

/** Names a job in its session: `j1`, `j2`, … */
export const JobId = z.string().regex(/^j[1-9]\d{0,5}$/);
export type JobId = z.infer<typeof JobId>;

/**
 * How a job ended. `guarded`: it kept creating a file that configures other programs. `interrupted`: its Kestrel was killed, and
 * the job with it.
 */
export const JobEnd = z.enum([
  "exited",
  "signalled",
  "stopped",
  "flooded",
  "guarded",
  "failed",
  "interrupted",
  "shutdown",
]);
export type JobEnd = z.infer<typeof JobEnd>;

/** A logged background command. */
export type JobEntry = {
  job: JobId;
  command: string;
  startedAt: string;
  end?: { kind: JobEnd; exitCode?: number; at: string; report?: ReportId };
};

/** The newest of what a job wrote. */
export const JobOutput = z.object({
  tail: z.string(),
  /** UTF-16 units it wrote so far. */
  written: z.int().nonnegative(),
  running: z.boolean(),
});
export type JobOutput = z.infer<typeof JobOutput>;

/** A background command. */
export const JobStarted = z.object({
  type: z.literal("job.started"),
  turnId: TurnId,
  callId: CallId,
  job: JobId,
  command: z.string(),
});

export const JobEnded = z.object({
  type: z.literal("job.ended"),
  job: JobId,
  end: JobEnd,
  exitCode: z.int().optional(),
  /** The person stopped it. */
  opId: OpId.optional(),
  /** For a job that `failed`: the report of the internal error. */
  report: ReportId.optional(),
});
