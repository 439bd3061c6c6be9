import { completionsWire } from "./completions-wire.ts";

/** Written by hand after the documented shapes: CRLF, comments, `reasoning`, interleaved calls. */
export const openaiWire = completionsWire({
  kind: "openai",
  interrupted: "connection_lost",
  fixtures: {
    text: "openai-text.sse",
    thinkThenCall: "openai-think-call.sse",
    twoCalls: "openai-parallel.sse",
    cutCall: "openai-cut.sse",
    thinkInText: "openai-think-in-text.sse",
    errorAfterStart: "error-after-200.sse",
    noEnd: "no-end.sse",
  },
  says: "Héllo wörld, 你好 🦅!",
  thinks: "First I look.",
  usage: { prompt: 321, cached: 300 },
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
});
