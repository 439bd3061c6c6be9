import type { ErrorCode } from "@kestrel/protocol";

/** What servers say when they fail, and what it means. Read from top to bottom: the first row that fits counts. */
export const failureWords: readonly { says: RegExp; means: ErrorCode }[] = [
  // llama-server; ik_llama says nearly the same in other types.
  { says: /exceed_context_size|exceeds the available context size/i, means: "context_overflow" },
  // llama-server, several slots on one pool: the reply fits alone, not beside the others.
  { says: /^context size has been exceeded/i, means: "busy" },
  // OpenAI and its kin, vLLM.
  { says: /context_length_exceeded|maximum context length|context window/i, means: "context_overflow" },
  // Ollama.
  { says: /exceeds the context length|longer than the context length/i, means: "context_overflow" },
  // LM Studio.
  {
    says: /greater than the context length|when context the overflows|context length of only/i,
    means: "context_overflow",
  },
  { says: /prompt (is )?too long|too many tokens/i, means: "context_overflow" },
  { says: /loading model|model is (still )?(being )?load(ed|ing)/i, means: "engine_not_ready" },
  { says: /authentication_error|invalid[ _]api[ _]key|incorrect api key|unauthorized/i, means: "auth" },
  // LM Studio, Ollama, llama-server's router, OpenAI.
  { says: /no models? (is )?loaded|model[_ ]not[_ ]found|try pulling it/i, means: "model_not_found" },
  {
    says: /model .{0,200}(not found|does not exist|not exist)|model name is missing/i,
    means: "model_not_found",
  },
  // The history holds a call whose arguments are no JSON: the prompt cannot be rendered, asking again is no use.
  { says: /failed to parse tool call arguments/i, means: "template" },
  // llama-server: the output does not fit the parser made from the template.
  { says: /peg-native|does not match the expected|empty grammar stack/i, means: "tool_parse" },
  // Ollama's strict parsers, LM Studio.
  {
    says: /(pars|unmarshal|invalid).{0,40}tool[ _]?call|tool[ _]?call.{0,60}(pars|invalid|malformed)/i,
    means: "tool_parse",
  },
  { says: /xml syntax error|element <[^>]*> closed by/i, means: "tool_parse" },
  { says: /grammar|json[ _]schema|unrecognized type|unrecognized schema/i, means: "grammar" },
  { says: /jinja|template|roles? must alternate|must contain (either )?'content'/i, means: "template" },
  { says: /queue|server busy|overloaded|rate[ _]limit|maximum pending/i, means: "busy" },
];

/** What a status means where the words say nothing. */
export const failureStatuses: Readonly<Record<number, ErrorCode>> = {
  401: "auth",
  403: "auth",
  408: "timeout",
  429: "busy",
  502: "unreachable",
  503: "busy",
  504: "timeout",
};
