import { fixture } from "../fixture.ts";
import type { Wire } from "./wire.ts";

/** Recorded from llama-server b11669, except `errorAfterStart`, `noEnd` and `loading`. */
export const llamaCppWire: Wire = {
  kind: "llama-cpp",
  interrupted: "engine_died",
  chatPath: "/v1/chat/completions",
  sends: {
    tool_choice: "auto",
    stream: true,
    stream_options: { include_usage: true },
    return_progress: true,
  },
  text: {
    body: fixture("llama-text.sse"),
    says: "Hello! I am a tiny scripted model, and this is my plain answer.",
    usage: { prompt: 1048, cached: 0 },
  },
  thinkThenCall: { body: fixture("llama-think-call.sse"), thinks: "First I look at the version.\n" },
  twoCalls: { body: fixture("llama-parallel.sse"), spacing: " " },
  cutCall: { body: fixture("llama-cut.sse"), rest: '{"path"' },
  thinkInText: { body: fixture("llama-think-in-text.sse") },
  errorAfterStart: { body: fixture("error-after-200.sse") },
  noEnd: { body: fixture("no-end.sse") },
  wrongKey: { status: 401, body: fixture("llama-wrong-key.json") },
  overflow: { status: 400, body: fixture("llama-overflow.json"), params: { n_prompt: 18248, n_ctx: 8192 } },
  loading: {
    status: 503,
    body: '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}',
  },
};
