import { fixture } from "../fixture.ts";
import type { Wire } from "./wire.ts";

/** Written by hand after the documented shapes: an id with the first fragment of a call only, errors of both shapes. */
export const lmStudioWire: Wire = {
  kind: "lm-studio",
  interrupted: "connection_lost",
  chatPath: "/v1/chat/completions",
  sends: { tool_choice: "auto", stream: true, stream_options: { include_usage: true } },
  text: {
    body: fixture("lm-studio-text.sse"),
    says: "Héllo wörld, 你好 🦅!",
    usage: { prompt: 321, generated: 9 },
  },
  thinkThenCall: { body: fixture("lm-studio-think-call.sse"), thinks: "First I look." },
  twoCalls: { body: fixture("lm-studio-two-calls.sse"), spacing: " " },
  cutCall: { body: fixture("lm-studio-cut.sse"), rest: '{"path"' },
  thinkInText: { body: fixture("lm-studio-think-in-text.sse") },
  errorAfterStart: { body: fixture("lm-studio-error-after-start.sse") },
  noEnd: { body: fixture("lm-studio-no-end.sse") },
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
};
