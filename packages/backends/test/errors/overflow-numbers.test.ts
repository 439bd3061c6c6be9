import { describe, expect, it } from "vitest";
import { failedByAnswer } from "../../src/errors/failed-by-answer.ts";

/** Who says it, the words, and what of them is the prompt and the window. */
const overflows: readonly [who: string, message: string, prompt?: number, window?: number][] = [
  ["Ollama", "prompt too long; exceeded max context length by 726 tokens"],
  ["Ollama, quoted", "400 `prompt too long; exceeded max context length by 100918 tokens`"],
  ["Ollama, bare", "prompt too long; exceeded context length"],
  ["one that counts what is too much", "the prompt is 1,024 tokens too long for the context window"],
  ["another", "context window exceeded: 512 tokens over"],
  ["one that tells both", "Prompt exceeds the context length of 8,192 tokens by 726 tokens", 8_918, 8_192],
  [
    "one that tells the rest",
    "the input of 9000 tokens exceeds the context window by 808 tokens",
    9_000,
    8_192,
  ],
  [
    "llama-server in words",
    "request (10512 tokens) exceeds the available context size (2048 tokens), try increasing it",
    10_512,
    2_048,
  ],
  [
    "vLLM",
    "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens. Please reduce the length of the input messages.",
    5_000,
    4_096,
  ],
  [
    "OpenAI",
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens (8000 in the messages, 1000 in the functions).",
    8_000,
    8_192,
  ],
  [
    "SGLang",
    "Requested token count exceeds the model's maximum context length of 131072 tokens. You requested a total of 140000 tokens: 135000 tokens from the input messages and 5000 tokens for the completion.",
    135_000,
    131_072,
  ],
  [
    "text-generation-inference",
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`",
    5_000,
    4_096,
  ],
  ["Anthropic", "prompt is too long: 213462 tokens > 200000 maximum", 213_462, 200_000],
  [
    "Anthropic, with the reply",
    "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length",
    188_240,
    200_000,
  ],
  ["LiteLLM", "Input length (265330) exceeds model's maximum context length (262144).", 265_330, 262_144],
  [
    "OpenRouter",
    "Input length 131393 exceeds the maximum allowed input length of 131,040 tokens.",
    131_393,
    131_040,
  ],
  [
    "Google",
    "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)",
    1_196_265,
    1_048_575,
  ],
  [
    "xAI",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens",
    537_812,
    131_072,
  ],
  ["GitHub", "prompt token count of 200000 exceeds the limit of 128000", 200_000, 128_000],
  ["Kimi", "Your request exceeded model token limit: 262144 (requested: 300000)", 300_000, 262_144],
  [
    "DS4",
    "Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens",
    5_958_968,
    256_000,
  ],
  [
    "Mistral",
    "Prompt contains 300000 tokens and 0 images too large for model with 262144 maximum context length",
    300_000,
    262_144,
  ],
  ["DashScope", "Range of input length should be [1, 129024]", undefined, 129_024],
  ["MiniMax", "invalid params, context window exceeds limit"],
  ["Groq", "Please reduce the length of the messages or completion"],
  ["Bedrock", "input is too long for requested model"],
  ["z.ai", "model_context_window_exceeded"],
  ["one in Chinese", "输入内容超过模型最大上下文长度"],
];

describe("an overflow", () => {
  it.each(overflows)(
    "is known by the words of %s, and its numbers for what they are",
    (_who, message, ...numbers) => {
      const { code, params } = failedByAnswer(400, JSON.stringify({ error: { message } })).failure;
      expect([code, params?.n_prompt, params?.n_ctx]).toEqual(["context_overflow", numbers[0], numbers[1]]);
    },
  );

  it("is what a request is that is too large to be read, whatever it says", () => {
    expect(failedByAnswer(413, "").failure.code).toBe("context_overflow");
    expect(failedByAnswer(413, "<html>Request Entity Too Large</html>").failure.code).toBe(
      "context_overflow",
    );
  });

  it.each([
    "Too many tokens, please wait before trying again.",
    "Rate limit exceeded: too many tokens per minute",
  ])("is not what asks for patience: %s", (message) => {
    expect(failedByAnswer(429, JSON.stringify({ error: { message } })).failure.code).toBe("busy");
  });
});
