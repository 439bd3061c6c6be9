import { z } from "zod";
import { CountedTexts } from "./counted.ts";
import { CompactionCause } from "./event-parts.ts";
import { CallId, OpId, TurnId } from "./ids.ts";
import { Summary } from "./summary.ts";

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
