import { fixture } from "../fixture.ts";
import type { Wire } from "./wire.ts";

const headers = { "content-type": "application/x-ndjson" };

/** Written by hand after the documented shapes of `/api/chat`: a line a piece, calls whole, durations in nanoseconds. */
export const ollamaWire: Wire = {
  kind: "ollama",
  interrupted: "connection_lost",
  chatPath: "/api/chat",
  sends: { stream: true, truncate: false, shift: false, options: { num_ctx: 16_384 } },
  text: {
    body: fixture("ollama-text.ndjson"),
    headers,
    says: "Héllo wörld, 你好 🦅!",
    usage: { prompt: 321, generated: 9, promptMs: 342.546, generateMs: 4535.599 },
  },
  thinkThenCall: { body: fixture("ollama-think-call.ndjson"), headers, thinks: "First I look." },
  twoCalls: { body: fixture("ollama-two-calls.ndjson"), headers, spacing: "" },
  cutCall: { body: fixture("ollama-cut.ndjson"), headers, rest: '{"path":"a.txt"}' },
  thinkInText: { body: fixture("ollama-think-in-text.ndjson"), headers },
  errorAfterStart: { body: fixture("ollama-error-after-start.ndjson"), headers },
  noEnd: { body: fixture("ollama-no-end.ndjson"), headers },
  wrongKey: { status: 401, body: '{"error":"unauthorized: the-secret-key"}' },
  overflow: { status: 400, body: '{"error":"the input length exceeds the context length"}', params: {} },
  loading: { status: 503, body: '{"error":"model is loading"}' },
};
