import { fixture } from "../fixture.ts";
import type { Wire } from "./wire.ts";

/** Written by hand after the documented shapes: CRLF, comments, `reasoning`, interleaved calls. */
export const openaiWire: Wire = {
  kind: "openai",
  interrupted: "connection_lost",
  chatPath: "/v1/chat/completions",
  sends: { tool_choice: "auto", stream: true, stream_options: { include_usage: true } },
  text: {
    body: fixture("openai-text.sse"),
    says: "Héllo wörld, 你好 🦅!",
    usage: { prompt: 321, cached: 300 },
  },
  thinkThenCall: { body: fixture("openai-think-call.sse"), thinks: "First I look." },
  twoCalls: { body: fixture("openai-parallel.sse"), spacing: " " },
  cutCall: { body: fixture("openai-cut.sse"), rest: '{"path"' },
  thinkInText: { body: fixture("openai-think-in-text.sse") },
  errorAfterStart: { body: fixture("error-after-200.sse") },
  noEnd: { body: fixture("no-end.sse") },
  wrongKey: {
    status: 401,
    body: '{"error":{"message":"Incorrect API key provided: the-secret-key.","type":"invalid_request_error","code":"invalid_api_key"}}',
  },
  overflow: {
    status: 400,
    body: `{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.","type":"BadRequestError","code":400}}`,
    params: {},
  },
  loading: { status: 503, body: '{"error":"model is loading"}' },
};
