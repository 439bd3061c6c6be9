import { errorFacts } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { failedByAnswer } from "../../src/errors/failed-by-answer.ts";
import { fixture } from "../fixture.ts";

const error = (message: string, type = "server_error") => JSON.stringify({ error: { message, type } });

describe("what servers say when they fail", () => {
  it.each([
    ["llama-server, prompt too long", 400, fixture("llama-overflow.json").toString(), "context_overflow"],
    [
      "llama-server, inside a stream",
      200,
      error(
        "request (10 tokens) exceeds the available context size (5 tokens), try increasing it",
        "exceed_context_size_error",
      ),
      "context_overflow",
    ],
    [
      "vLLM",
      400,
      '{"object":"error","message":"This model\'s maximum context length is 4096 tokens.","type":"BadRequestError","code":400}',
      "context_overflow",
    ],
    [
      "OpenAI",
      400,
      '{"error":{"message":"too big","type":"invalid_request_error","code":"context_length_exceeded"}}',
      "context_overflow",
    ],
    ["Ollama", 400, '{"error":"the prompt is longer than the context length"}', "context_overflow"],
    [
      "Ollama, another wording",
      400,
      '{"error":"the input length exceeds the context length"}',
      "context_overflow",
    ],
    [
      "LM Studio",
      400,
      '{"error":"Trying to keep the first 5012 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}',
      "context_overflow",
    ],
    ["llama-server, shared pool full", 200, error("Context size has been exceeded."), "busy"],
    ["llama-server, loading", 503, error("Loading model", "unavailable_error"), "engine_not_ready"],
    ["LM Studio, loading", 500, '{"error":"Model is loading"}', "engine_not_ready"],
    [
      "Ollama, queue full",
      503,
      '{"error":"server busy, please try again.  maximum pending requests exceeded"}',
      "busy",
    ],
    ["a rate limit", 429, error("Rate limit reached"), "busy"],
    ["llama-server, wrong key", 401, fixture("llama-wrong-key.json").toString(), "auth"],
    ["a proxy that lets nobody in", 403, "<html>403</html>", "auth"],
    [
      "Ollama, no such model",
      404,
      '{"error":"model \\"qwen9\\" not found, try pulling it first"}',
      "model_not_found",
    ],
    ["llama-server's router", 400, error("model 'zzz' not found"), "model_not_found"],
    [
      "LM Studio, nothing loaded",
      404,
      error("No models loaded. Please load a model in the developer page or use the 'lms load' command."),
      "model_not_found",
    ],
    [
      "OpenAI, no such model",
      404,
      error("The model `x` does not exist or you do not have access to it."),
      "model_not_found",
    ],
    ["no such route", 404, error("File Not Found", "not_found_error"), "unreachable"],
    [
      "llama-server, output fits no call",
      200,
      error("The model produced output that does not match the expected peg-native format"),
      "tool_parse",
    ],
    [
      "llama-server, grammar at its end",
      200,
      error("Unexpected empty grammar stack after accepting piece: x"),
      "tool_parse",
    ],
    [
      "Ollama's XML",
      500,
      '{"error":"XML syntax error on line 3: element <parameter> closed by </function>"}',
      "tool_parse",
    ],
    [
      "Ollama's JSON",
      500,
      '{"error":"error parsing tool call: raw=\'{\', err=unexpected end of JSON input"}',
      "tool_parse",
    ],
    ["llama-server, poisoned history", 500, fixture("llama-history-not-json.json").toString(), "template"],
    [
      "a template's own rule",
      500,
      error("Conversation roles must alternate user/assistant/user/assistant/..."),
      "template",
    ],
    ["a template that fails", 500, error("Jinja Exception: No user query found in messages."), "template"],
    ["llama-server, schema", 400, error("failed to parse grammar"), "grammar"],
    [
      "llama-server, schema type",
      400,
      error("JSON schema error at #/properties/x: unrecognized type zzz"),
      "grammar",
    ],
    ["a proxy without a server", 502, "<html>Bad Gateway</html>", "unreachable"],
    ["a proxy that waited", 504, "", "timeout"],
    ["anything else", 500, "{}", "unknown"],
    ["a detail of FastAPI", 422, '{"detail":[{"msg":"field required"}]}', "unknown"],
  ])("%s (%i)", (_who, status, body, code) => {
    const { failure, detail } = failedByAnswer(status, body);
    expect(failure.code).toBe(code);
    expect(Object.keys(errorFacts)).toContain(failure.code);
    expect(detail).not.toBe("");
  });

  it("keeps the numbers of an overflow and cuts a page down to a message", () => {
    const { failure, detail } = failedByAnswer(400, fixture("llama-overflow.json").toString());
    expect(failure.params).toEqual({ status: 400, n_prompt: 18248, n_ctx: 8192 });
    expect(detail).toMatch(/^request \(18248 tokens\) exceeds/);
    expect(failedByAnswer(500, "x".repeat(1_000_000)).detail.length).toBeLessThan(3_000);
  });
});
