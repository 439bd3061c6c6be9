import type { ErrorCode } from "@kestrel/protocol";
import { errorOf, everyKind, outage, type Scene } from "../scene.ts";

/** Nothing was read yet that notes could stand for: with the server's numbers that is the arithmetic, else its failure. */
const overflow = (who: string, message: string, more: object = {}): Scene => ({
  name: `overflow in the words of ${who}`,
  kinds: everyKind,
  plays: [errorOf(400, message, more)],
  forEver: true,
  ...(/\d{4}.*\d{4}/.test(message)
    ? { ends: "context_full" as const }
    : { ends: "failed" as const, code: "context_overflow" as const }),
  requests: 1,
  says: "",
});

const refusal = (name: string, status: number, message: string, code: ErrorCode, requests = 1): Scene => ({
  name,
  kinds: everyKind,
  plays: [errorOf(status, message)],
  forEver: true,
  ends: "failed",
  code,
  requests,
  says: "",
});

const once = (name: string, status: number, body: string): Scene => ({
  name,
  kinds: everyKind,
  plays: [{ status, body }],
  ends: "done",
  requests: 2,
});

/** Who says it, how, and what stands beside it. */
export const overflows: readonly [who: string, message: string, more?: object][] = [
  [
    "llama-server",
    "request (10512 tokens) exceeds the available context size (2048 tokens), try increasing it",
    { type: "exceed_context_size_error", n_prompt_tokens: 10_512, n_ctx: 2_048 },
  ],
  [
    "ik_llama",
    "the request exceeds the available context size. try increasing the context size or enable context shift",
  ],
  [
    "LM Studio",
    "Trying to keep the first 5012 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
  ],
  ["Ollama", "the input length exceeds the context length"],
  ["vLLM", "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens."],
  [
    "OpenAI",
    "Your input exceeds the context window of this model.",
    {
      code: "context_length_exceeded",
    },
  ],
  ["SGLang", "The input (40000 tokens) is longer than the model's context length (32768 tokens)."],
  ["TabbyAPI", "Prompt length 9000 is greater than max_seq_len 8192"],
];

/** Answers that are no stream at all. */
export const refusalScenes: readonly Scene[] = [
  once("500, once (http500_once)", 500, '{"error":{"message":"Internal Server Error"}}'),
  once("500 without a word, once", 500, ""),
  once("502 from a proxy, once", 502, "<html><body>Bad Gateway</body></html>"),
  once(
    "503 while it loads, once",
    503,
    '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}',
  ),
  once(
    "503 while it is busy, once",
    503,
    '{"error":"server busy, please try again.  maximum pending requests exceeded"}',
  ),
  once("429, once", 429, '{"error":{"message":"Rate limit reached"}}'),
  once(
    "a call its parser cannot read, once",
    500,
    '{"error":{"message":"The model produced output that does not match the expected peg-native format"}}',
  ),
  {
    ...refusal("500 for ever", 500, "Internal Server Error", "unknown", 4),
    beyondThree: "the second fault may be how it refuses tools: a small request without any tells",
  },
  { ...refusal("502 for ever", 502, "Bad Gateway", "engine_not_ready", 7), beyondThree: outage },
  { ...refusal("503 for ever: it loads", 503, "Loading model", "engine_not_ready", 7), beyondThree: outage },
  { ...refusal("503 for ever: it is busy", 503, "server busy", "busy", 7), beyondThree: outage },
  refusal(
    "a call its parser never can read",
    500,
    "The model produced output that does not match the expected peg-native format",
    "tool_parse",
    2,
  ),
  refusal("401", 401, "Invalid API Key", "auth"),
  refusal("403 from a proxy", 403, "Forbidden", "auth"),
  refusal(
    "404: no such model, Ollama",
    404,
    'model "qwen9" not found, try pulling it first',
    "model_not_found",
  ),
  refusal(
    "404: no such model, LM Studio",
    404,
    "No models loaded. Please load a model in the developer page",
    "model_not_found",
  ),
  refusal("400: no such model, llama-server's router", 400, "model 'zzz' not found", "model_not_found"),
  refusal("404: no such route", 404, "File Not Found", "no_model_server"),
  // The second is a small one without tools: words that nobody knows may have meant those.
  refusal("400 that nobody knows", 400, "Field 'temperature': type must be number", "unknown", 2),
  refusal("422 of a validator", 422, "field required", "unknown", 2),
  refusal(
    "a template that wants roles to alternate",
    500,
    "Conversation roles must alternate user/assistant/user/assistant/...",
    "template",
    2,
  ),
  refusal("a poisoned history", 500, "Failed to parse tool call arguments as JSON", "template", 2),
  refusal(
    "a picture for a blind model",
    500,
    "image input is not supported - hint: you may need to provide the mmproj",
    "unknown",
  ),
  ...overflows.map((words) => overflow(...words)),
  refusal("a grammar refused for ever, without tools too", 400, "failed to parse grammar", "grammar", 2),
  {
    name: "one schema that no grammar takes, among good ones",
    kinds: everyKind,
    plays: [],
    judges: ({ body }) => (body.includes('"list"') ? errorOf(400, "failed to parse grammar") : undefined),
    ends: "done",
    requests: 4,
    beyondThree:
      "a refusal is one bit: refused, taken without tools, one probe for each halving, and the reply itself",
  },
  {
    name: "a redirect to elsewhere",
    kinds: everyKind,
    plays: [{ status: 307, headers: { location: "http://127.0.0.1:9/v1" }, body: "" }],
    forEver: true,
    ends: "failed",
    code: "no_model_server",
    requests: 1,
    says: "",
  },
  {
    name: "a page instead of a stream",
    kinds: everyKind,
    plays: [{ body: "<html>It works!</html>", headers: { "content-type": "text/html" } }],
    ends: "done",
    requests: 2,
  },
];
