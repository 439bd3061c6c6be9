import { fixture } from "../fixture.ts";
import { completionsWire } from "./completions-wire.ts";

/** Recorded from llama-server b11669, except `errorAfterStart`, `noEnd` and `loading`. */
export const llamaCppWire = completionsWire({
  kind: "llama-cpp",
  interrupted: "engine_died",
  sends: { return_progress: true },
  fixtures: {
    text: "llama-text.sse",
    thinkThenCall: "llama-think-call.sse",
    twoCalls: "llama-parallel.sse",
    cutCall: "llama-cut.sse",
    thinkInText: "llama-think-in-text.sse",
    errorAfterStart: "error-after-200.sse",
    noEnd: "no-end.sse",
  },
  says: "Hello! I am a tiny scripted model, and this is my plain answer.",
  thinks: "First I look at the version.\n",
  usage: { prompt: 1048, cached: 0 },
  wrongKey: { status: 401, body: fixture("llama-wrong-key.json") },
  overflow: { status: 400, body: fixture("llama-overflow.json"), params: { n_prompt: 18248, n_ctx: 8192 } },
  loading: {
    status: 503,
    body: '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}',
  },
});
