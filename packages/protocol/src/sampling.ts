import { z } from "zod";

/** Sampling parameters, by the field's names. Omitted ones use the server's default. None of them affects the server's cache. */
export const Sampling = z.object({
  temperature: z.number().min(0).max(10).optional(),
  top_p: z.number().min(0).max(1).optional(),
  /** 0 for no limit. */
  top_k: z.int().min(0).max(1_000_000).optional(),
  min_p: z.number().min(0).max(1).optional(),
  repeat_penalty: z.number().min(0).max(10).optional(),
  /** Repeats the same output, on servers that compute deterministically. */
  seed: z.int().min(0).max(4_294_967_295).optional(),
  /** Tokens of one reply, thinking included. */
  max_tokens: z.int().min(1).max(16_777_216).optional(),
});
export type Sampling = z.infer<typeof Sampling>;

const { temperature, top_p, top_k, min_p, repeat_penalty, seed, max_tokens } = Sampling.shape;

/** The changed parameters; `null` resets one to its default. */
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
