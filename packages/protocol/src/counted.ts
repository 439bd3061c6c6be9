import { z } from "zod";

const tokens = z.int().nonnegative().optional();

/** Tokens of an entry's parts as the model's own tokenizer counts them, without what its template writes around them. */
export const Counted = z.object({
  text: tokens,
  notes: tokens,
  instructions: tokens,
  reasoning: tokens,
  result: tokens,
});
export type Counted = z.infer<typeof Counted>;

/** Texts that were counted together: the fixed prompt, and entries by their place in the log. */
export const CountedTexts = z.object({
  /** The model whose tokenizer it was. */
  model: z.string().optional(),
  fixed: z.object({ system: z.int().nonnegative(), tools: z.int().nonnegative() }).optional(),
  entries: z.array(Counted.extend({ seq: z.int().positive() })),
});
export type CountedTexts = z.infer<typeof CountedTexts>;
