import type { Grammar } from "./grammar.ts";

const llama = "llama.cpp common/chat";
const vllm = "vLLM tool_parsers";

type Pairs = { wraps?: readonly string[]; thinking?: readonly string[] };

const parted = <T>(texts: readonly string[]) => texts.map((text) => text.split("…") as T);

/** A row; a pair of marks is opening, `…`, closing. By default a chat template matches if it contains the first wrap's opening. */
function row(
  family: string,
  form: Grammar["form"],
  since: string,
  described: string,
  { wraps, thinking, ...marks }: Omit<Partial<Grammar>, keyof Pairs> & Pairs,
): Grammar {
  const pairs = {
    ...(wraps && { wraps: parted<[string, string?]>(wraps) }),
    ...(thinking && { thinking: parted<[string, string]>(thinking) }),
  };
  const template = marks.weak ? undefined : pairs.wraps?.slice(0, 1).map(([open]) => open);
  return { family, form, since, described, ...(template && { template }), ...pairs, ...marks };
}

/** Wraps that are elements with these names. */
function elements(names: string): string[] {
  return names.split(" ").map((name) => `<${name}>…</${name}>`);
}

/** Every family, one row each: the only definition of marks. The order is the one tried when the model's family is unknown. */
export const grammars: readonly Grammar[] = [
  row("kimi-k3", "tags", "2026-07", vllm, {
    wraps: ["<|open|>tools<|sep|>…<|close|>tools<|sep|>"],
    heads: ['<|open|>call tool="{name}"{attributes}<|sep|>⟨<|open|>json{attributes}<|sep|>⟩'],
    alone: true,
    asItIs: true,
    parameter: ['<|open|>argument key="{key}"⟨ type="{type}"⟩<|sep|>', "<|close|>argument<|sep|>"],
    end: "⟨<|close|>json<|sep|>⟩<|close|>call<|sep|>",
    thinking: ["<|open|>think<|sep|>…<|close|>think<|sep|>"],
    stops: [
      "<|open|>⟨response¦message¦tools¦json⟩{attributes}<|sep|>",
      "<|close|>⟨response¦message¦tools¦json⟩<|sep|>",
    ],
    template: ["<|open|>"],
  }),
  row("inkling", "named", "2026-05", vllm, {
    heads: [
      "<|message_model|>{name}<|content_invoke_tool_⟦json¦text⟧|>",
      "^{name}<|content_invoke_tool_⟦json¦text⟧|>",
    ],
    alone: true,
    end: "<|end_message|>",
    thinking: ["<|content_thinking|>…<|end_message|>…turn"],
    stops: ["<|message_model|>", "<|content_text|>"],
    template: ["<|content_invoke_tool_json|>"],
  }),
  row("plamo-3", "named", "2026-02", vllm, {
    wraps: [
      "<|plamo:begin_tool_requests:plamo|>…<|plamo:end_tool_requests:plamo|>",
      "<|plamo:begin_tool_request:plamo|>…⟨<|plamo:end_tool_arguments:plamo|> ⟩<|plamo:end_tool_request:plamo|>",
    ],
    heads: [
      "<|plamo:begin_tool_name:plamo|> {name} <|plamo:end_tool_name:plamo|> <|plamo:begin_tool_arguments:plamo|>⟨ <|plamo:constrain|>json<|plamo:msg|>⟩",
    ],
    thinking: ["<|plamo:begin_think:plamo|>…<|plamo:end_think:plamo|>"],
    template: ["<|plamo:begin_tool_name:plamo|>"],
  }),
  row("minimax-m3", "tags", "2026-06", vllm, {
    wraps: ["]<]minimax[>[<tool_call>…]<]minimax[>[</tool_call>"],
    heads: [']<]minimax[>[<invoke name="{name}">'],
    alone: true,
    parameter: ["]<]minimax[>[<{key}>", "]<]minimax[>[</{key}>"],
    end: "]<]minimax[>[</invoke>",
    template: ["]<]minimax[>["],
  }),
  row("qwen3-coder", "tags", "2025-07", `${llama}; also Qwen 3.5, Nemotron 3, Step 3.5, Seed-OSS`, {
    wraps: ["<tool_call>…</tool_call>"],
    heads: ['<function="{name}">'],
    alone: true,
    parameter: ['<parameter="{key}">', "</parameter>"],
    end: "</function>",
    thinking: ["<think>…</think>…prompted", "<seed:think>…</seed:think>…prompted"],
    results: ["<tool_response>"],
    stops: ["<seed:eos>"],
    template: ["<tool_call>", "<function=", "<parameter="],
  }),
  row("minimax-m2", "tags", "2025-10", `${vllm}; DeepSeek V3.2 and V4, GigaChat 3.5, Glimmer, Anthropic`, {
    wraps: [
      "<function_calls>…</function_calls>",
      "<tool_calls>…</tool_calls>",
      "<｜DSML｜calls>…</｜DSML｜calls>",
      "<dsml_function_calls>",
    ],
    heads: ['<invoke name="{name}">'],
    alone: true,
    parameter: ['<parameter name="{key}"⟨ string="{type}"⟩>', "</parameter>"],
    end: "</invoke>",
    results: ["<function_results>", "<｜DSML｜function_results>"],
    template: ["invoke name=", "parameter name="],
  }),
  row("minicpm-5", "tags", "2026-04", vllm, {
    heads: ['<function name="{name}">'],
    alone: true,
    parameter: ['<param name="{key}">', "</param>"],
    end: "</function>",
    literal: ["<![CDATA[", "]]>"],
    template: ["<function name=", "<param name="],
  }),
  row("glm-4.5", "tags", "2025-07", `${vllm}; LongCat, iQuest, K2 Horizon, Hunyuan 3, Spark 3, Laguna`, {
    wraps: elements("tool_call longcat_tool_call iquest_tool_call iquestcoder_tool_call"),
    heads: ["{name}⟨ <tool_sep>⟩"],
    parameter: [
      "<⟨longcat_⟩arg_key> {key} </⟨longcat_⟩arg_key>⟨ <arg_type>{type}</arg_type>⟩ <⟨longcat_⟩arg_value>",
      "</⟨longcat_⟩arg_value>",
    ],
    strict: true,
    results: ["<|observation|>"],
    template: ["<arg_key>", "<arg_value>"],
  }),
  row("solar-open-2", "tags", "2026-03", vllm, {
    wraps: ["<|tool_call:start|>…<|tool_call:end|>"],
    heads: ["{name}"],
    asItIs: true,
    parameter: ["<|tool_arg:start|>{key}<|tool_arg:value|>", "<|tool_arg:end|>"],
    thinking: ["<|think:start|>…<|think:end|>"],
    template: ["<|tool_arg:start|>"],
  }),
  row("solar-open", "named", "2026-01", vllm, {
    wraps: ["<|tool_calls|>…<|calls|>", "<|tool_call:begin|>…<|tool_call:end|>"],
    heads: ["{index} <|tool_call:name|> {name} <|tool_call:args|>"],
    thinking: ["<|think|>…<|end|>…turn"],
    stops: ["<|flush|>"],
    template: ["<|tool_call:args|>"],
  }),
  row("kimi-k2", "named", "2025-07", vllm, {
    wraps: [
      "<|tool_calls_section_begin|>…<|tool_calls_section_end|>",
      "<|tool_call_section_begin|>…<|tool_call_section_end|>",
      "<|tool_call_begin|>…<|tool_call_end|>",
    ],
    heads: ["{name}⟨:{index}⟩ <|tool_call_argument_begin|>"],
    results: ["<|im_system|>"],
    template: ["<|tool_call_argument_begin|>"],
  }),
  row("deepseek-v3", "named", "2024-12", `${llama}; R1, V3, V3.1`, {
    wraps: ["<｜tool▁calls▁begin｜>…<｜tool▁calls▁end｜>", "<｜tool▁call▁begin｜>…<｜tool▁call▁end｜>"],
    heads: ["function <｜tool▁sep｜> {name} ⟨```json¦```⟩", "{name} <｜tool▁sep｜>"],
    results: ["<｜tool▁outputs▁begin｜>", "<｜tool▁output▁begin｜>"],
    template: ["<｜tool▁sep｜>"],
  }),
  row("mistral", "named", "2024-02", llama, {
    wraps: ["[TOOL_CALLS]…[/TOOL_CALLS]", "[TOOL_CALL]…[/TOOL_CALL]"],
    heads: ["{name}⟨ [CALL_ID] {index}⟩ [ARGS]"],
    thinking: ["[THINK]…[/THINK]…prompted"],
    results: ["[TOOL_RESULTS]", "[TOOL_RESULT]"],
  }),
  row("gpt-oss", "named", "2025-08", "openai/harmony", {
    heads: [
      "⟨<|start|>⟩⟨assistant⟩⟨ <|channel|>⟩⟨ ⟦commentary¦analysis⟧⟩ to=functions.{name}⟨ <|channel|>⟩⟨ ⟦commentary¦analysis⟧⟩⟨ <|constrain|>⟩⟨ ⟦json¦code⟧⟩⟨ <|message|>⟩",
      "⟨<|start|>⟩⟨assistant⟩⟨ <|channel|>⟩⟨ ⟦commentary¦analysis⟧⟩ to={name}⟨ <|channel|>⟩⟨ ⟦commentary¦analysis⟧⟩⟨ <|constrain|>⟩⟨ ⟦json¦code⟧⟩ <|message|>",
    ],
    alone: true,
    end: "<|call|>",
    thinking: [
      "⟨<|start|>assistant⟩<|channel|>analysis<|message|>…⟦<|end|>¦<|start|>assistant¦<|return|>⟧…turn",
      "⟨<|start|>assistant⟩ to=self<|message|>…⟦<|eom|>¦<|eot|>⟧…turn",
      "^analysis…assistant⟦final¦commentary⟧",
    ],
    results: ["<|start|>⟦user¦system¦developer¦tool¦functions.{name} to=assistant⟧"],
    stops: [
      "⟨<|start|>assistant⟩<|channel|>⟨ ⟦final¦commentary¦analysis⟧⟩⟨ <|constrain|>{type}⟩⟨<|message|>⟩",
      "⟨<|start|>assistant⟩<|channel|>commentary to=assistant",
      "<|start|>assistant⟨ to={name}⟩⟨<|message|>⟩",
      "to={name}<|message|>",
    ],
    channels: {
      opens: ["<|channel|>", "<|start|>"],
      tokens: ["start", "end", "channel", "message", "constrain", "return", "call"],
      reasoning: "<|channel|> analysis",
    },
    template: ["<|channel|>", "<|constrain|>"],
  }),
  row("functionary", "named", "2024-03", llama, {
    heads: ["<|recipient|> {name} <|content|>", ">>>{name}"],
    alone: true,
    stops: ["<|recipient|>all", "<|content|>", ">>>all\n"],
    template: [">>>all"],
  }),
  row("cwm", "named", "2025-09", vllm, {
    heads: ["<tool: {name}>"],
    alone: true,
    end: "</tool>",
    template: ["<tool: "],
  }),
  row("hermes", "json", "2024-01", `${llama}; Qwen 2.5 and 3, Granite 4, ERNIE, Jamba and many more`, {
    wraps: elements(
      "tool_call tool_calls toolcall toolcalls tool-call tool-calls function_call function-call functioncall tools tool_use dots_function_call",
    ),
    thinking: ["<think>…</think>"],
    results: ["<⟦tool_response¦tool_result¦tool_results¦tool_output¦function_response¦observation⟧>"],
  }),
  row("phi-4-mini", "json", "2025-02", `${vllm}; Granite 3`, {
    wraps: [
      "<|tool_call|>…<|/tool_call|>",
      "<|tool_calls|>…<|/tool_calls|>",
      "<|function_call|>",
      "functools",
    ],
    results: ["<|tool_response|>"],
  }),
  row("lfm2", "python", "2025-07", vllm, {
    wraps: ["<|tool_call_start|>…<|tool_call_end|>"],
    results: ["<|tool_response_start|>"],
  }),
  row("openpangu", "json", "2025-09", vllm, {
    wraps: ["[unused11]…[unused12]"],
    thinking: ["[unused16]…[unused17]"],
    stops: ["[unused9]", "[unused10]"],
  }),
  row("rwkv", "json", "2026-07", vllm, { wraps: ["**Tool Call:**"] }),
  row("nemotron", "json", "2025-03", vllm, { wraps: ["<TOOLCALL>…</TOOLCALL>"] }),
  row("apertus", "json", "2025-09", llama, {
    wraps: ["<|tools_prefix|>…<|tools_suffix|>"],
    thinking: ["<|inner_prefix|>…<|inner_suffix|>"],
  }),
  row("internlm-2", "json", "2024-01", vllm, {
    wraps: ["<|action_start|>⟨ <|plugin|>¦ <|interpreter|>⟩…<|action_end|>"],
    results: ["<|observation|>"],
    template: ["<|action_start|>"],
  }),
  row("gigachat-3", "json", "2025-11", vllm, {
    wraps: ["function call⟨<|role_sep|>⟩"],
    stops: ["<|role_sep|>", "<|message_sep|>"],
    template: ["function call", "<|role_sep|>"],
  }),
  row("hyperclova-x", "json", "2025-07", vllm, {
    wraps: ["-> tool/function_call"],
    thinking: ["<|im_start|>assistant/think…<|im_end|>…turn", "^/think\n…<|im_end|>…turn"],
    template: ["tool/function_call"],
  }),
  row("command-r7b", "json", "2024-12", `${llama}; Command A`, {
    wraps: ["<|START_ACTION|>…<|END_ACTION|>"],
    thinking: ["<|START_THINKING|>…<|END_THINKING|>"],
    results: ["<|START_TOOL_RESULT|>", "<|BEGIN_TOOL_RESULT|>"],
    stops: ["<|START_RESPONSE|>", "<|END_RESPONSE|>", "<|START_TEXT|>", "<|END_TEXT|>"],
  }),
  row("lm-studio", "json", "2024-11", "lmstudio.ai/docs: default tool use", {
    wraps: [
      "[TOOL_REQUEST]…[END_TOOL_REQUEST]",
      "[FUNCTION_CALL]…[/FUNCTION_CALL]",
      "[FUNCTION_CALLS]…[/FUNCTION_CALLS]",
    ],
  }),
  row("functiongemma", "gemma", "2025-12", vllm, {
    wraps: ["<start_function_call>…<end_function_call>"],
    heads: ["call: {name} "],
    alone: true,
    literal: ["<escape>", "<escape>"],
    results: ["<start_function_response>"],
    stops: ["<start_of_turn>⟨model\n⟩", "<end_of_turn>⟨model\n⟩"],
  }),
  row("gemma-4", "gemma", "2026-04", vllm, {
    wraps: ["<|tool_call>…<tool_call|>"],
    heads: ["call: {name} "],
    alone: true,
    literal: ['<|"|>', '<|"|>'],
    thinking: ["<|channel>⟨ thought⟩…<channel|>"],
    results: ["<|tool_response>"],
    stops: ["<turn|>"],
  }),
  row("llama-3", "json", "2024-07", llama, {
    wraps: ["<|python_tag|>…<|eom_id|>"],
    results: ["<|ipython|>"],
  }),
  row("llama-4", "python", "2025-04", `${vllm}; Olmo 3 and other lists of Python`, {
    wraps: ["<|python_start|>…<|python_end|>"],
  }),
  row("fenced", "json", "2023", "replies of Qwen2.5-Coder, Llama 3, Phi; Gemma's guide", {
    common: true,
    fences: {
      json: ["⟨json⟨5¦c¦l⟩⟩", "⟦tool¦function⟧⟨-¦_⟩ call⟨s⟩", "tool⟨-¦_⟩code", "tool⟨_use⟩", "action"],
      python: ["tool⟨_⟩⟦code¦call¦calls⟧"],
      results: ["tool⟨_⟩⟦output¦result¦response⟧"],
      asked: { call: "tool_call", result: "tool_result" },
    },
    labels: ["action", "⟦tool¦function⟧⟨_⟩ call⟨s⟩", "call⟨s⟩", "json", "tool", "calling tool"],
  }),
  row("json-in-an-attribute", "named", "2024-09", "replies of Qwen2.5-Coder to its own template", {
    common: true,
    heads: ['<function name="{name}" ⟦parameters¦arguments⟧="'],
    alone: true,
    end: '"⟨ /⟩>⟨ </function>⟩',
  }),
  row("react", "lines", "2022-10", "ReAct, LangChain", {
    common: true,
    lines: { name: "Action", input: "Action Input", thoughts: ["Thought", "Question"] },
    resultLines: ["Observation"],
  }),
  row("whole-files", "files", "2023-05", "aider's whole format; for models with the trait whole_files", {
    files: {
      labels: ["file⟨name⟩", "path", "文件"],
      without: ["bash", "sh", "shell", "console", "zsh", "json", "diff", "patch", "tool⟨-¦_⟩call⟨s⟩"],
    },
  }),
  row("signs-of-a-turn", "json", "2023", "chat templates of ChatML, Llama 3 and others", {
    common: true,
    thinking: [
      "<think⟨ing⟩>…</think⟨ing⟩>…prompted",
      "<⟦thought¦reasoning¦think_fast¦think_faster¦longcat_think⟧>…</⟦thought¦reasoning¦think_fast¦think_faster¦longcat_think⟧>",
      "[THINK]…[/THINK]…prompted",
      "◁think▷…◁/think▷…prompted",
      "<|begin_of_thought|>…<|end_of_thought|>",
      "Here are my reasoning steps:…[BEGIN FINAL RESPONSE]",
    ],
    results: [
      "<⟦tool_response¦tool_result¦tool_results¦tool_output¦function_result¦function_results¦function_response¦observation⟧>",
      "<|⟦im_start¦start_header_id¦start_of_role¦from⟧|> ⟦user¦system¦tool_response¦tool¦ipython¦function⟧",
      "<|⟦ipython¦user¦tool¦observation¦tool_response¦tool_result¦tool_results¦tool_response_start⟧|>",
      "[TOOL_RESULTS]",
    ],
    resultLines: ["Tool ⟦result¦output¦response⟧", "User", "Human"],
    stops: [
      "<|⟦im_start¦start_header_id¦start_of_role¦from¦begin⟧|> assistant⟨ <|⟦end_header_id¦end_of_role⟧|>⟩\n",
      "<⟨/⟩⟦answer¦response⟧>",
      "<⟨/⟩s>",
      "<⟦eos¦eom¦bos⟧>",
      "[END FINAL RESPONSE]",
      "[e~[",
    ],
  }),
  row("tags-by-hand", "tags", "2023", "prompts of coding agents; Step 3", {
    wraps: elements("tool_code tool action call invoke calls"),
    weak: true,
    heads: [
      '<⟦invoke¦tool¦call¦function⟧="{name}"⟨>⟩',
      '<⟦invoke¦tool¦call¦function⟧{attributes} name="{name}">',
    ],
    alone: true,
    parameter: [
      '<⟦parameter¦argument¦param¦arg⟧⟨ name¦ key⟩="{key}"{attributes}>',
      "</⟦parameter¦argument¦param¦arg⟧>",
    ],
    end: "</⟦invoke¦tool¦call¦function⟧>",
  }),
  row("named-elements", "tags", "2023", "prompts of coding agents", {
    heads: [
      "<⟦name¦tool_name¦function_name¦tool⟧> {name} </⟦name¦tool_name¦function_name¦tool⟧> <⟦arguments¦parameters¦args¦input¦params⟧>",
    ],
    parameter: ["<{key}>", "</{key}>"],
    end: "</⟦arguments¦parameters¦args¦input¦params⟧>",
  }),
  row("cline", "tags", "2024-07", "Cline and Roo: a tag called like the tool", {
    heads: ["<{tool}>"],
    alone: true,
    parameter: ["<{key}>", "</{key}>"],
    end: "</{tool}>",
  }),
];
