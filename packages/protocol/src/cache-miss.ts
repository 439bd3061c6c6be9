import { z } from "zod";

/**
 * Why a server read again what it had read before. `compaction` and `history_edited`: the prompt itself was another one from
 * some message on. `template_rerendered`: it was not, and the model's chat template wrote it differently. `reply_rewritten`:
 * only the last reply reads differently as history. `prompt_adapted`: a template refused how an older version wrote the
 * history, so it was written anew. `slot_taken`: another conversation had the server's cache in between.
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

/** Fewer tokens are re-processed too fast to notice. They are counted, but people are not told. */
const unfelt = 256;

/** Whether people are told of a miss without asking. */
export function isFelt({ expected, cached }: Pick<CacheMiss, "expected" | "cached">): boolean {
  return expected - cached >= unfelt;
}
