import { z } from "zod";

/**
 * Why a server re-processed cached tokens. `compaction` and `history_edited`: the prompt itself changed from some message on.
 * `template_rerendered`: the model's chat template rendered the same prompt differently. `reply_rewritten`: only the last reply
 * differs as history. `prompt_adapted`: a template refused the form of the history of an older version, so it was rewritten.
 * `slot_taken`: another conversation used the server's cache in between.
 */
export const CacheMissReason = z.enum([
  "compaction",
  "history_edited",
  "prompt_adapted",
  "model_changed",
  "server_restarted",
  "slot_taken",
  "template_rerendered",
  "reply_rewritten",
  "unknown",
]);
export type CacheMissReason = z.infer<typeof CacheMissReason>;

/** What of the cache one request did not find. Tokens; `expected` is an estimate where the prompt itself was another one. */
export const CacheMiss = z.object({
  reason: CacheMissReason,
  expected: z.int().nonnegative(),
  cached: z.int().nonnegative(),
  /** The first message that was read again, by its place in the prompt and how it begins. */
  message: z
    .object({
      index: z.int().nonnegative(),
      role: z.enum(["system", "user", "assistant", "tool"]),
      words: z.string(),
    })
    .optional(),
});
export type CacheMiss = z.infer<typeof CacheMiss>;

/** Fewer tokens are re-processed too fast to notice: counted, but not shown. */
const unfelt = 256;

/** Whether a miss is shown unasked. */
export function isFelt({ expected, cached }: Pick<CacheMiss, "expected" | "cached">): boolean {
  return expected - cached >= unfelt;
}
