import type { Sampling } from "@kestrel/protocol";

/** The sampling of one request: the session's values before the configured ones. */
export function samplingFor(
  configured: Sampling | undefined,
  { sampling, maxTokens }: { sampling?: Sampling; maxTokens?: number },
): Sampling {
  const { max_tokens: most, ...drawn } = { ...configured, ...sampling };
  const limits = [most, maxTokens].filter((limit) => limit !== undefined);
  return { ...drawn, ...(limits.length > 0 ? { max_tokens: Math.min(...limits) } : {}) };
}

/** In the words of llama-server and LM Studio. */
export function samplingForLlama({ max_tokens: _, ...drawn }: Sampling): Readonly<Record<string, unknown>> {
  return drawn;
}

/** The same for other OpenAI-compatible servers: vLLM, SGLang and mlx use `repetition_penalty`. */
export function samplingForOpenai({
  max_tokens: _,
  repeat_penalty,
  ...drawn
}: Sampling): Readonly<Record<string, unknown>> {
  return { ...drawn, repetition_penalty: repeat_penalty };
}
