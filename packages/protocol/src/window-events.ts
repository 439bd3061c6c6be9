import { z } from "zod";
import { CountedTexts } from "./counted.ts";
import { CompactionCause } from "./event-parts.ts";
import { CallId, OpId, TurnId } from "./ids.ts";

/** What replaces earlier messages. Absent when only outputs were folded. */
const Summary = z.object({
  /** Replaces everything before `keptFrom`: the first message of the prompt is `task`, then `summary`. */
  task: z.string().optional(),
  summary: z.string().optional(),
  /** `seq` of the first unchanged entry. */
  keptFrom: z.int().positive().optional(),
  /** The author of the summary: the model, the summarizer, or rules from the log when neither was usable. */
  by: z.enum(["model", "copilot", "rules"]).optional(),
  /** Why the model's own summary was rejected. */
  refused: z
    .enum(["empty", "repeating", "lost_task", "not_words", "failed", "no_room", "not_asked"])
    .optional(),
});

/** The facts about the window, and its compactions. */
export const windowEvents = [
  z.object({
    type: z.literal("context.measured"),
    used: z.int().nonnegative(),
    window: z.int().positive(),
    source: z.enum(["server", "estimate"]),
    /** The window is the one that the server named when it refused a request. */
    refused: z.literal(true).optional(),
  }),
  /**
   * The model's template refused a history that an older version wrote: from here on it is rendered as in a new session, with names of
   * calls that every template accepts, and with alternating roles.
   */
  z.object({ type: z.literal("prompt.adapted"), turnId: TurnId }),
  /** Exact counts from the server, for the ledger; requested when nothing waits. */
  CountedTexts.extend({ type: z.literal("context.counted") }),
  z.object({
    type: z.literal("context.compacted"),
    /** Calls whose output is now one line, or is covered by a summary. */
    folded: z.array(CallId),
    /** Estimated tokens before and after. */
    before: z.int().nonnegative(),
    after: z.int().nonnegative(),
    ...Summary.shape,
    why: CompactionCause.optional(),
    turnId: TurnId.optional(),
    opId: OpId.optional(),
  }),
] as const;
