import type { ErrorCode, FailureHint } from "@kestrel/protocol";

/** `final`: the same request will fail again, whatever the code means in general. */
export type Meaning = { says: RegExp; means: ErrorCode; hint?: FailureHint; final?: true };

/** Known error messages of servers and their meaning. The first row that matches counts. */
export const failureWords: readonly Meaning[] = [
  // llama-server; ik_llama's messages are nearly the same with other types.
  { says: /exceed_context_size|exceeds the available context size/i, means: "context_overflow" },
  // llama-server, several slots on one pool: the reply fits alone, but not together with the others.
  { says: /^context size has been exceeded/i, means: "busy" },
  // OpenAI and its kin, vLLM, LiteLLM.
  { says: /context_length_exceeded|maximum context length|context ?window/i, means: "context_overflow" },
  {
    says: /maximum model length|reduce the length of the (messages|prompt|input)/i,
    means: "context_overflow",
  },
  // Ollama, which also passes on the messages of its inner llama-server.
  { says: /exceeds (the|maximum) context length|longer than the context length/i, means: "context_overflow" },
  // LM Studio.
  {
    says: /greater than the context length|when context the overflows|context length of only|reached context length|mid-generation context overflow/i,
    means: "context_overflow",
  },
  // SGLang, TabbyAPI, text-generation-inference.
  {
    says: /longer than the model's context length|max_seq_len|`?inputs`? tokens \+ `?max_new_tokens/i,
    means: "context_overflow",
  },
  // Ollama's cloud and z.ai ("prompt too long; exceeded max context length by 726 tokens"), Anthropic's kin ("prompt is too
  // long: 213462 tokens > 200000 maximum"), Bedrock ("input is too long for requested model").
  {
    says: /(prompt|input|request) (is )?too (long|large)|context shift is disabled/i,
    means: "context_overflow",
  },
  // A limit on a minute's tokens is none of the window.
  {
    says: /^(?!.*(rate[ -]?limit|throttl|per minute|wait before|slow down)).*(too many tokens|token limit exceeded)/is,
    means: "context_overflow",
  },
  // OpenRouter ("exceeds the maximum allowed input length of …"), Google ("exceeds the maximum number of tokens allowed"), Kimi
  // ("exceeded model token limit"), MiniMax ("context window exceeds limit"), Anthropic ("exceed context limit: 1 + 2 > 2").
  {
    says: /exceed(s|ed)? (the |its )?(model'?s? )?(max(imum)? )?(allowed )?(context|input|prompt|token|number of tokens)( (length|limit|size|window|allowed)|$)|context window exceeds/i,
    means: "context_overflow",
  },
  // xAI ("maximum prompt length is 131072"), GitHub ("token count of 200000 exceeds the limit of"), DS4 ("the configured context
  // size is"), Mistral ("too large for model with 128000 maximum context length"), DashScope ("Range of input length should be").
  {
    says: /maximum prompt length|token count (of )?\(?[\d,]+\)? exceeds|configured context size|too large for model with|range of input length|context[ _]window[ _]exceeded/i,
    means: "context_overflow",
  },
  {
    says: /(上下文|输入|提示词?).{0,20}(超过|超出|过长|太长)|(超过|超出).{0,20}(上下文|最大长度|最大.{0,4}token)/i,
    means: "context_overflow",
  },
  // An embedding server whose batch is smaller than the text.
  { says: /too large to process/i, means: "context_overflow", hint: "smaller_texts" },
  {
    says: /loading model|model is (still )?(being )?load(ed|ing)|model (was )?unloaded/i,
    means: "engine_not_ready",
  },
  { says: /authentication_error|invalid[ _]api[ _]key|incorrect api key|unauthorized/i, means: "auth" },
  // LM Studio, Ollama, llama-server's router, OpenAI.
  { says: /no models? (is )?loaded/i, means: "model_not_found", hint: "load_model" },
  { says: /model[_ ]not[_ ]found|try pulling it/i, means: "model_not_found" },
  {
    says: /model .{0,200}(not found|does not exist|not exist)|model (name )?is (missing|required)/i,
    means: "model_not_found",
  },
  // The machine is too small for the model, or another program has the memory.
  {
    says: /requires more system memory|out of memory|failed to allocate/i,
    means: "unknown",
    hint: "free_memory",
    final: true,
  },
  // Ollama and LM Studio when the program behind them ends.
  {
    says: /runner (process )?(has )?(terminated|crashed)|unexpectedly stopped|model has crashed/i,
    means: "engine_died",
  },
  // What the model or the way it was started cannot do. "x does not support tools" (Ollama), "does not support Function
  // Calling" (DeepSeek), "No endpoints found that support tool use" (OpenRouter).
  {
    says: /(does not|doesn't|do not|don't|cannot|can't|no endpoints found that) (currently )?(support|accept|allow|handle|use)( the)?( use of)? (tools?\b|function.?call|functions\b)/i,
    means: "template",
    hint: "no_tools",
  },
  // "tool calling is not supported with this model" (Groq), "Function calling is not enabled for this model" (Mistral),
  // "Functions are not supported at this time" (Azure), "Tool use with function calling is unsupported" (Google),
  // TOOL_USE_NOT_SUPPORTED (gateways), "Tool messages are not supported".
  {
    says: /\b(tools?|tool.(use|calls?|calling|choice|messages?|role)|functions?|function.(calls?|calling))["'`]?(?![a-z])( with function calling)?[ _](is|are)?[ _]?(currently |yet )?(not[ _](yet )?(supported|enabled|available|allowed|implemented)|unsupported)(?! (together|in combination|alongside|when))/i,
    means: "template",
    hint: "no_tools",
  },
  { says: /不支持(工具|函数)|(工具|函数)调用.{0,10}不支持/, means: "template", hint: "no_tools" },
  // llama-server without its template engine; vLLM without a parser of calls (`"auto" tool choice requires …`).
  {
    says: /tools param requires|tool choice requires|requires --(jinja|enable-auto-tool-choice|tool-call-parser)/i,
    means: "template",
    hint: "no_tools",
  },
  // Ollama.
  {
    says: /does not support thinking|think value .{0,40}not supported/i,
    means: "template",
    hint: "no_thinking",
  },
  {
    says: /image input is not supported|mmproj|does not support (images|vision|image)|not a multimodal/i,
    means: "unknown",
    hint: "no_vision",
    final: true,
  },
  {
    says: /does not support embeddings|--embeddings?\b/i,
    means: "unknown",
    hint: "start_with_embeddings",
    final: true,
  },
  // Mistral's templates ("Tool call IDs should be alphanumeric strings with length 9!") and its tokenizer in vLLM ("Tool call
  // id was c1 but must be a-z, A-Z, 0-9, with a length of 9.").
  { says: /tool[_ ]call[_ ]ids?\b/i, means: "template" },
  // The history holds a call whose arguments are no JSON: the prompt cannot be rendered, asking again is no use.
  { says: /failed to parse tool call arguments/i, means: "template" },
  // llama-server: the output does not fit the parser made from the template.
  { says: /peg-native|does not match the expected|empty grammar stack/i, means: "tool_parse" },
  // Ollama could not read the schema of a tool.
  { says: /cannot unmarshal .{0,200}(parameters|properties|tools)/i, means: "grammar" },
  // Ollama's strict parsers, LM Studio.
  {
    says: /(pars|unmarshal|invalid).{0,40}tool[ _]?call|tool[ _]?call.{0,60}(pars|invalid|malformed)/i,
    means: "tool_parse",
  },
  { says: /xml syntax error|element <[^>]{0,200}> closed by/i, means: "tool_parse" },
  {
    says: /grammar|json[ _]schema|unrecognized type|unrecognized schema|unsupported schema/i,
    means: "grammar",
  },
  { says: /jinja|template|roles? must alternate|must contain (either )?'content'/i, means: "template" },
  { says: /queue|server busy|overloaded|rate[ _]limit|maximum pending/i, means: "busy" },
];

/** The meaning of a status when the message is not known. */
export const failureStatuses: Readonly<Record<number, ErrorCode>> = {
  401: "auth",
  403: "auth",
  408: "timeout",
  // Too many bytes: the request is too long for a proxy in front of the model server.
  413: "context_overflow",
  429: "busy",
  // A gateway answered, and the server behind it did not.
  502: "engine_not_ready",
  503: "busy",
  504: "timeout",
};
