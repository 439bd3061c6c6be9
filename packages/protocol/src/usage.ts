import { z } from "zod";

/** The cost of one request, from the server's own counters: tokens and milliseconds. Absent values were not reported. */
export const Usage = z.object({
  /** The whole prompt, reused part included. */
  prompt: z.int().nonnegative().optional(),
  /** The part of the prompt that was reused from the cache. */
  cached: z.int().nonnegative().optional(),
  generated: z.int().nonnegative().optional(),
  promptMs: z.number().nonnegative().optional(),
  generateMs: z.number().nonnegative().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** Why a reply ended. `cancelled`, `failed` and `cut` replies (ended by a guard) keep the text they had. */
export const FinishReason = z.enum(["stop", "length", "tool_calls", "cancelled", "failed", "cut"]);
export type FinishReason = z.infer<typeof FinishReason>;
