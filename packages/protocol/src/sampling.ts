import { z } from "zod";

/**
 * How a model's words are drawn, by the field's names. What is left out is the server's own. None of it changes what a server
 * caches.
 */
export const Sampling = z.object({
  temperature: z.number().min(0).max(10).optional(),
  top_p: z.number().min(0).max(1).optional(),
  /** 0 for no limit. */
  top_k: z.int().min(0).max(1_000_000).optional(),
  min_p: z.number().min(0).max(1).optional(),
  repeat_penalty: z.number().min(0).max(10).optional(),
  /** The same words again, where the server computes the same again. */
  seed: z.int().min(0).max(4_294_967_295).optional(),
  /** Tokens of one reply, thinking included. */
  max_tokens: z.int().min(1).max(16_777_216).optional(),
});
export type Sampling = z.infer<typeof Sampling>;

const { temperature, top_p, top_k, min_p, repeat_penalty, seed, max_tokens } = Sampling.shape;

/** What is to be different; `null` is as if nothing had been said. */
export const SamplingChange = z.strictObject({
  temperature: temperature.nullable(),
  top_p: top_p.nullable(),
  top_k: top_k.nullable(),
  min_p: min_p.nullable(),
  repeat_penalty: repeat_penalty.nullable(),
  seed: seed.nullable(),
  max_tokens: max_tokens.nullable(),
});
export type SamplingChange = z.infer<typeof SamplingChange>;

/** The sampling after a change. */
export function changedSampling(known: Sampling | undefined, change: SamplingChange): Sampling {
  const all = Object.entries({ ...known, ...change }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(all);
}
