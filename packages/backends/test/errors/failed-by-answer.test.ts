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
    [
      "ik_llama",
      400,
      error(
        "the request exceeds the available context size. try increasing the context size or enable context shift",
        "invalid_request_error",
      ),
      "context_overflow",
    ],
    [
      "LM Studio, cut while it spoke",
      200,
      '{"error":{"message":"Reached context length of 4096 tokens with this model, but this context does not support mid-generation context overflow."}}',
      "context_overflow",
    ],
    [
      "SGLang",
      400,
      error("The input (40000 tokens) is longer than the model's context length (32768 tokens)."),
      "context_overflow",
    ],
    ["TabbyAPI", 400, '{"detail":"Prompt length 9000 is greater than max_seq_len 8192"}', "context_overflow"],
    [
      "text-generation-inference",
      422,
      '{"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000","error_type":"validation"}',
      "context_overflow",
    ],
    [
      "vLLM, before the template",
      400,
      error("The decoder prompt (length 9001) is longer than the maximum model length of 8192."),
      "context_overflow",
    ],
    [
      "Ollama, no tools",
      400,
      '{"error":"registry.ollama.ai/library/gemma:2b does not support tools"}',
      "template",
    ],
    ["Ollama, no thinking", 400, '{"error":"\\"gemma3:4b\\" does not support thinking"}', "template"],
    [
      "Ollama, a schema it cannot read",
      400,
      '{"error":"json: cannot unmarshal array into Go struct field .tools.function.parameters.properties of type string"}',
      "grammar",
    ],
    [
      "Ollama, its engine ended",
      500,
      '{"error":"llama runner process has terminated: exit status 2"}',
      "engine_died",
    ],
    [
      "LM Studio, its engine ended",
      400,
      '{"error":"The model has crashed without additional information. (Exit code: null)"}',
      "engine_died",
    ],
    ["LM Studio, let go meanwhile", 400, '{"error":"Model unloaded."}', "engine_not_ready"],
    [
      "Ollama, too little memory",
      500,
      '{"error":"model requires more system memory (5.6 GiB) than is available (3.2 GiB)"}',
      "unknown",
    ],
    [
      "llama-server, a picture without its projector",
      500,
      error("image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"),
      "unknown",
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
    ["no such route", 404, error("File Not Found", "not_found_error"), "no_model_server"],
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
    ["a proxy without a server", 502, "<html>Bad Gateway</html>", "engine_not_ready"],
    ["a proxy that waited", 504, "", "timeout"],
    [
      "vLLM with Mistral's tokenizer",
      400,
      error("Tool call id was c1 but must be a-z, A-Z, 0-9, with a length of 9.", "BadRequestError"),
      "template",
    ],
    [
      "llama-server with Mistral's template",
      500,
      error("Jinja Exception: Tool call IDs should be alphanumeric strings with length 9!"),
      "template",
    ],
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
    expect(failure.params).toEqual({
      status: 400,
      n_prompt: 18248,
      n_ctx: 8192,
      retryable: false,
      hint: "raise_window",
      detail: expect.stringMatching(/^request \(18248 tokens\) exceeds/),
    });
    expect(detail).toMatch(/^request \(18248 tokens\) exceeds/);
    expect(failedByAnswer(500, "x".repeat(1_000_000)).detail.length).toBeLessThan(3_000);
  });

  it.each([
    ["This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.", 5000, 4096],
    [
      "the model is loaded with context length of only 4096 tokens. Trying to keep the first 5012 tokens when context the overflows.",
      5012,
      4096,
    ],
    ["The input (40000 tokens) is longer than the model's context length (32768 tokens).", 40000, 32768],
    ["Prompt length 9000 is greater than max_seq_len 8192", 9000, 8192],
    ["the prompt is longer than the context length", undefined, undefined],
  ])("finds the numbers in the words: %s", (message, prompt, window) => {
    const { params } = failedByAnswer(400, error(message)).failure;
    expect([params?.n_prompt, params?.n_ctx]).toEqual([prompt, window]);
  });

  it.each([
    [500, "anything", "unknown", true, undefined],
    [400, "anything", "unknown", false, undefined],
    [404, "no such page", "no_model_server", false, "check_address"],
    [503, "", "busy", true, "wait"],
    [401, "", "auth", false, "check_key"],
    [404, "No models loaded.", "model_not_found", false, "load_model"],
    [500, "CUDA error: out of memory", "unknown", false, "free_memory"],
    [500, "image input is not supported", "unknown", false, "no_vision"],
    [
      501,
      "This server does not support embeddings. Start it with `--embeddings`",
      "unknown",
      false,
      "start_with_embeddings",
    ],
    [400, "x does not support tools", "template", false, "no_tools"],
  ])("says whether to ask again and what to do: %i %s", (status, message, code, retryable, hint) => {
    const { failure } = failedByAnswer(status, error(message));
    expect(failure).toMatchObject({ code, params: { retryable } });
    expect(failure.params?.hint).toBe(hint);
  });
});
