import type { Sampling } from "@kestrel/protocol";

/** The sampling of one request: what its session asks for before what is configured. */
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

/** The same for others of OpenAI's kind: vLLM, SGLang and mlx say `repetition_penalty`. */
export function samplingForOpenai({
  max_tokens: _,
  repeat_penalty,
  ...drawn
}: Sampling): Readonly<Record<string, unknown>> {
  return { ...drawn, repetition_penalty: repeat_penalty };
}
