import { z } from "zod";

/** A field of a foreign server: valid, or treated as missing. */
const tolerant = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined);
const words = tolerant(z.string());
const count = tolerant(z.int().nonnegative());
const milliseconds = tolerant(z.number().nonnegative());

/** A piece of a tool call, or a whole one. `arguments` is text, or an object where the server parsed it. */
export const CallDelta = z.looseObject({
  index: count,
  id: words,
  function: tolerant(z.looseObject({ name: words, arguments: z.unknown().optional() })),
});
export type CallDelta = z.infer<typeof CallDelta>;

const Delta = z.looseObject({
  content: z.unknown().optional(),
  reasoning_content: words,
  reasoning: words,
  thinking: words,
  /** Each is read by itself, and only as many as a reply may have. */
  tool_calls: z.unknown().optional(),
});
export type Delta = z.infer<typeof Delta>;

/** The cost of one answer, in the two forms that servers use. */
export const CostReport = z.looseObject({
  usage: tolerant(
    z.looseObject({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: tolerant(z.looseObject({ cached_tokens: count })),
    }),
  ),
  timings: tolerant(
    z.looseObject({
      cache_n: count,
      prompt_n: count,
      prompt_ms: milliseconds,
      predicted_n: count,
      predicted_ms: milliseconds,
    }),
  ),
});
export type CostReport = z.infer<typeof CostReport>;

/** One chunk of a chat stream, or a whole answer of a server that does not stream. Only fields that are used are listed. */
export const ChatChunk = z.looseObject({
  ...CostReport.shape,
  id: words,
  object: words,
  error: z.unknown().optional(),
  /** Only the first is read. */
  choices: z.preprocess(
    (value) => (Array.isArray(value) ? value.slice(0, 1) : undefined),
    tolerant(
      z.array(z.looseObject({ delta: tolerant(Delta), message: tolerant(Delta), finish_reason: words })),
    ),
  ),
  prompt_progress: tolerant(
    z.looseObject({ total: count, cache: count, processed: count, time_ms: milliseconds }),
  ),
});
export type ChatChunk = z.infer<typeof ChatChunk>;
