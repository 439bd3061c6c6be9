import { describe, expect, it } from "vitest";
import { failedByAnswer } from "../../src/errors/failed-by-answer.ts";

const error = (message: unknown, more: object = {}) => JSON.stringify({ error: { message, ...more } });
const detail = (...loc: (string | number)[]) => ({
  type: "extra_forbidden",
  loc: ["body", ...loc],
  msg: "Extra inputs are not permitted",
  input: [{ name: "unknown field `stop`" }],
});

/** Who refuses, which fields, and its answer as its source or its users' reports have it. */
const refusals: readonly [who: string, fields: string | undefined, body: string][] = [
  ["OpenAI", "tools", error("Unknown parameter: 'tools'.", { param: "tools", code: "unknown_parameter" })],
  ["a plain one", "tools", error("unknown parameter: tools")],
  ["Azure", "tools", error("Unrecognized request argument supplied: tools")],
  ["Azure, two", "tool_choice,tools", error("Unrecognized request arguments supplied: tool_choice, tools")],
  ["OpenAI, by model", "tools", error("Unsupported parameter: 'tools' is not supported with this model.")],
  [
    "OpenAI, a limit",
    "max_tokens",
    error(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: "max_tokens", code: "unsupported_parameter" },
    ),
  ],
  [
    "OpenAI, a value",
    "temperature",
    error(
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      { param: "temperature", code: "unsupported_value" },
    ),
  ],
  ["llama.cpp, llamafile", "tools", error("Unsupported param: tools")],
  [
    "LiteLLM",
    "tools,tool_choice",
    error(
      "litellm.UnsupportedParamsError: openai does not support parameters: ['tools', 'tool_choice'], for model=m. To drop these, set `litellm.drop_params=True`",
    ),
  ],
  [
    "LiteLLM, older",
    "tools",
    error(
      "x does not support parameters: {'tools': [{'type': 'function', 'function': {'name': 'read'}}]}, for model=m",
    ),
  ],
  ["FastAPI", "tools", JSON.stringify({ detail: [detail("tools")] })],
  [
    "Mistral's API",
    "tools",
    JSON.stringify({
      object: "Error",
      message: [detail("tools")],
      type: "invalid_request_error",
      code: 3001,
    }),
  ],
  [
    "Mistral's API, in a message",
    "reasoning_content",
    JSON.stringify({
      object: "error",
      message: { detail: [detail("messages", 2, "assistant", "reasoning_content")] },
    }),
  ],
  [
    "vLLM before 0.6.4",
    "stream_options",
    JSON.stringify({
      object: "error",
      message:
        "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted', 'input': {'include_usage': True}}]",
    }),
  ],
  ["mistral.rs", "tools", error("unknown field `tools`, expected one of `model`, `messages`, `stream`")],
  ["a server in Go", "tools", error('json: unknown field "tools"')],
  ["a server in Java", "tools", error('Unrecognized field "tools" (class Chat), not marked as ignorable')],
  ["Google", "tools", error('Invalid JSON payload received. Unknown name "tools": Cannot find field.')],
  ["a JSON Schema", "tools", error("Additional properties are not allowed ('tools' was unexpected)")],
  [
    "Groq",
    "reasoning_content",
    error(
      "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
    ),
  ],
  ["mlx-lm", "tools", error("apply_chat_template() got an unexpected keyword argument 'tools'")],
  ["Ollama", "think,reasoning_effort", error('"gemma:2b" does not support thinking')],
  ["nobody: a value", undefined, error("max_tokens must be at least 1")],
  ["nobody: a range", undefined, error("temperature must be between 0 and 2", { param: "temperature" })],
  ["nobody: a schema", undefined, error("tools[0].function.parameters contains unsupported schema")],
  ["nobody: part of a tool", undefined, JSON.stringify({ detail: [detail("tools", 0, "function", "x")] })],
];

describe("fields that a server refuses", () => {
  it.each(refusals)("are told by the words of %s", (_who, fields, body) => {
    expect(failedByAnswer(400, body).failure.params?.refused).toBe(fields);
  });

  it("are not found in what the server repeats of the request", () => {
    const { params, code } = failedByAnswer(422, JSON.stringify({ detail: [detail("stop")] })).failure;
    expect(params?.refused).toBe("stop");
    expect(params?.detail).toBe("body.stop: Extra inputs are not permitted");
    expect(code).toBe("unknown");
  });
});

describe("a refusal of tools", () => {
  it.each([
    ["Ollama", "registry.ollama.ai/library/gemma:2b does not support tools"],
    ["llama.cpp", "tools param requires --jinja flag"],
    ["vLLM", '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    ["LM Studio", "Tools are not supported by this model"],
    ["DeepSeek", "deepseek-reasoner does not support Function Calling"],
    ["OpenRouter", 'No endpoints found that support tool use. Try disabling "read".'],
    ["Groq", "tool calling is not supported with this model"],
    ["Mistral", "Function calling is not enabled for this model"],
    ["Azure", "Functions are not supported at this time"],
    ["Google", "Tool use with function calling is unsupported"],
    ["a gateway", "TOOL_USE_NOT_SUPPORTED"],
    ["a gateway in words", "invalid request: tool use is not supported by the provided model: m"],
    ["another", "This model doesn't support tool use"],
    ["one in Chinese", "该模型不支持工具调用"],
  ])("is told by the words of %s", (_who, message) => {
    const { code, params } = failedByAnswer(400, error(message)).failure;
    expect({ code, hint: params?.hint }).toEqual({ code: "template", hint: "no_tools" });
  });

  it.each([
    "`tools` is not supported together with `response_format` (structured output)",
    "Tool call arguments are not valid JSON",
    "the tool read is not supported on Windows",
    "functions/read.ts is not supported",
  ])("is none: %s", (message) => {
    expect(failedByAnswer(400, error(message)).failure.params?.hint).not.toBe("no_tools");
  });
});
