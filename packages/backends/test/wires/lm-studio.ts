import { completionsWire } from "./completions-wire.ts";

/** Written by hand after the documented shapes: an id with the first fragment of a call only, errors of both shapes. */
export const lmStudioWire = completionsWire({
  kind: "lm-studio",
  interrupted: "connection_lost",
  fixtures: {
    text: "lm-studio-text.sse",
    thinkThenCall: "lm-studio-think-call.sse",
    twoCalls: "lm-studio-two-calls.sse",
    cutCall: "lm-studio-cut.sse",
    thinkInText: "lm-studio-think-in-text.sse",
    errorAfterStart: "lm-studio-error-after-start.sse",
    noEnd: "lm-studio-no-end.sse",
  },
  says: "Héllo wörld, 你好 🦅!",
  thinks: "First I look.",
  usage: { prompt: 321, generated: 9 },
  wrongKey: {
    status: 401,
    body: '{"error":{"message":"Malformed LM Studio API token: the-secret-key","type":"invalid_request","code":"invalid_api_key"}}',
  },
  overflow: {
    status: 400,
    body: '{"error":"Trying to keep the first 5012 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}',
    params: { n_prompt: 5012, n_ctx: 4096 },
  },
  loading: { status: 503, body: '{"error":"Model is loading"}' },
});
