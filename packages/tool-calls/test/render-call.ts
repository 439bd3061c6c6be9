/** A call as data: what a template is given. */
export type Call = { name: string; arguments: Record<string, string | number | boolean> };

/** How a family's own template writes a call into the history, and what its values cannot hold. */
export type Rendering = {
  family: string;
  render: (call: Call) => string;
  /** Marks that end a value; a text that holds one cannot be told from the end. */
  ends?: readonly string[];
  /** True if the template writes values in line, where a line break at the beginning is read as the format's own. */
  inLine?: true;
};

const json = (value: unknown) => JSON.stringify(value);
const text = (value: unknown) => (typeof value === "string" ? value : json(value));
const members = (call: Call, write: (key: string, value: string | number | boolean) => string, by = "") =>
  Object.entries(call.arguments)
    .map(([key, value]) => write(key, value))
    .join(by);
const python = (value: unknown) =>
  typeof value === "boolean"
    ? value
      ? "True"
      : "False"
    : typeof value === "number"
      ? String(value)
      : json(value);
const gemma = (mark: string) => (value: unknown) =>
  typeof value === "string" ? `${mark}${value}${mark}` : json(value);
const dsml =
  (blank: string, block: string): Rendering["render"] =>
  (call) =>
    `<｜DSML｜${blank}${block}>\n<｜DSML｜${blank}invoke name="${call.name}">\n${members(
      call,
      (key, value) =>
        `<｜DSML｜${blank}parameter name="${key}" string="${typeof value === "string"}">${text(value)}</｜DSML｜${blank}parameter>\n`,
    )}</｜DSML｜${blank}invoke>\n</｜DSML｜${blank}${block}>`;
const keysAndValues =
  (vendor: string, wrapper: string, suffix = "", by = ""): Rendering["render"] =>
  (call) =>
    `<${wrapper}${suffix}>${call.name}${by}${members(
      call,
      (key, value) =>
        `<${vendor}arg_key${suffix}>${key}</${vendor}arg_key${suffix}>${by}<${vendor}arg_value${suffix}>${text(value)}</${vendor}arg_value${suffix}>${by}`,
    )}</${wrapper}${suffix}>`;
const invoke =
  (prefix: string, open: string, close: string): Rendering["render"] =>
  (call) =>
    `${open}<${prefix}invoke name="${call.name}">\n${members(
      call,
      (key, value) => `<${prefix}parameter name="${key}">${text(value)}</${prefix}parameter>\n`,
    )}</${prefix}invoke>${close}`;
const coder =
  (wrapper: string, frame: string): Rendering["render"] =>
  (call) =>
    `<${wrapper}>\n<function=${call.name}>\n${members(
      call,
      (key, value) => `<parameter=${key}>${frame}${text(value)}${frame}</parameter>\n`,
    )}</function>\n</${wrapper}>`;
const pair = (call: Call, name = "name", given = "arguments") =>
  json({ [name]: call.name, [given]: call.arguments });

const argEnds = ["arg_key", "arg_value"];
const parameterEnds = ["parameter"];

/** One row for each dialect, as its template renders it. */
export const renderings: readonly Rendering[] = [
  { family: "Hermes", render: (call) => `<tool_call>\n${pair(call)}\n</tool_call>` },
  { family: "Qwen3-Coder", render: coder("tool_call", "\n"), ends: parameterEnds },
  { family: "Seed-OSS", render: coder("seed:tool_call", ""), ends: parameterEnds, inLine: true },
  { family: "Llama 3", render: (call) => pair(call, "name", "parameters") },
  {
    family: "Llama 3, python tag",
    render: (call) => `<|python_tag|>${pair(call, "name", "parameters")}<|eom_id|>`,
  },
  {
    family: "Llama 4",
    render: (call) => `[${call.name}(${members(call, (key, value) => `${key}=${python(value)}`, ", ")})]`,
  },
  {
    family: "Llama 4, python start",
    render: (call) =>
      `<|python_start|>[${call.name}(${members(call, (key, value) => `${key}=${python(value)}`, ", ")})]<|python_end|>`,
  },
  {
    family: "LFM2",
    render: (call) =>
      `<|tool_call_start|>[${call.name}(${members(call, (key, value) => `${key}=${python(value)}`, ", ")})]<|tool_call_end|>`,
  },
  { family: "Mistral, old", render: (call) => `[TOOL_CALLS][${pair(call)}]</s>` },
  { family: "Mistral, new", render: (call) => `[TOOL_CALLS]${call.name}[ARGS]${json(call.arguments)}</s>` },
  {
    family: "DeepSeek R1 and V3",
    render: (call) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${call.name}\n\`\`\`json\n${json(call.arguments)}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  },
  {
    family: "DeepSeek V3.1",
    render: (call) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${call.name}<｜tool▁sep｜>${json(call.arguments)}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  },
  { family: "DeepSeek V3.2", render: dsml("", "function_calls"), ends: parameterEnds, inLine: true },
  { family: "DeepSeek V4", render: dsml("", "tool_calls"), ends: parameterEnds, inLine: true },
  { family: "DeepSeek V4.1", render: dsml(" ", "calls"), ends: parameterEnds, inLine: true },
  {
    family: "gpt-oss",
    render: (call) =>
      `<|channel|>commentary to=functions.${call.name} <|constrain|>json<|message|>${json(call.arguments)}<|call|>`,
  },
  { family: "GLM 4.5", render: keysAndValues("", "tool_call", "", "\n"), ends: argEnds, inLine: true },
  { family: "GLM 4.7", render: keysAndValues("", "tool_call"), ends: argEnds, inLine: true },
  {
    family: "LongCat",
    render: keysAndValues("longcat_", "longcat_tool_call", "", "\n"),
    ends: argEnds,
    inLine: true,
  },
  { family: "iQuest", render: keysAndValues("", "iquest_tool_call"), ends: argEnds, inLine: true },
  { family: "K2 Horizon", render: keysAndValues("ifm|", "ifm|tool_call"), ends: argEnds, inLine: true },
  {
    family: "Hunyuan 3 and 4",
    render: keysAndValues("", "tool_call", ":opensource"),
    ends: argEnds,
    inLine: true,
  },
  {
    family: "Kimi K2",
    render: (call) =>
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.${call.name}:0<|tool_call_argument_begin|>${json(call.arguments)}<|tool_call_end|><|tool_calls_section_end|>`,
  },
  {
    family: "Kimi K3",
    render: (call) =>
      `<|open|>tools<|sep|><|open|>call tool="${call.name}" index="1"<|sep|>${members(
        call,
        (key, value) =>
          `<|open|>argument key="${key}" type="${typeof value}"<|sep|>${text(value)}<|close|>argument<|sep|>`,
      )}<|close|>call<|sep|><|close|>tools<|sep|>`,
    ends: ["<|close|>"],
  },
  { family: "MiniMax M1", render: (call) => `<tool_calls>\n${pair(call)}\n</tool_calls>` },
  {
    family: "MiniMax M2",
    render: invoke("", "<minimax:tool_call>\n", "\n</minimax:tool_call>"),
    ends: parameterEnds,
    inLine: true,
  },
  {
    family: "MiniMax M3",
    render: (call) => {
      const space = "]<]minimax[>[";
      const body = members(call, (key, value) => `${space}<${key}>${text(value)}${space}</${key}>`);
      return `${space}<tool_call>\n${space}<invoke name="${call.name}">${body}${space}</invoke>\n${space}</tool_call>`;
    },
    ends: ["minimax", "path", "content", "limit", "all"],
    inLine: true,
  },
  {
    family: "Glimmer",
    render: invoke("atem:", "<atem:function_calls>\n", "\n</atem:function_calls>"),
    ends: parameterEnds,
    inLine: true,
  },
  {
    family: "MiniCPM 5",
    render: (call) =>
      `<function name="${call.name}">${members(call, (key, value) => `<param name="${key}"><![CDATA[${text(value)}]]></param>`)}</function>`,
    ends: ["]]>"],
  },
  { family: "Granite 3", render: (call) => `<|tool_call|>[${pair(call)}]` },
  { family: "Phi-4", render: (call) => `<|tool_call|>[${pair(call)}]<|/tool_call|>` },
  { family: "Nemotron", render: (call) => `<TOOLCALL>[${pair(call)}]</TOOLCALL>` },
  {
    family: "Apertus",
    render: (call) => `<|tools_prefix|>[${json({ [call.name]: call.arguments })}]<|tools_suffix|>`,
  },
  {
    family: "InternLM",
    render: (call) => `<|action_start|><|plugin|>\n${pair(call, "name", "parameters")}<|action_end|>`,
  },
  { family: "GigaChat", render: (call) => `function call<|role_sep|>\n${pair(call)}` },
  { family: "LM Studio", render: (call) => `[TOOL_REQUEST]\n${pair(call)}\n[END_TOOL_REQUEST]` },
  { family: "Functionary v3", render: (call) => `>>>${call.name}\n${json(call.arguments)}` },
  {
    family: "Functionary v2",
    render: (call) => `<|from|>assistant\n<|recipient|>${call.name}\n<|content|>${json(call.arguments)}`,
  },
  {
    family: "Command-R7B",
    render: (call) =>
      `<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": ${json(call.name)}, "parameters": ${json(call.arguments)}}\n]<|END_ACTION|>`,
  },
  {
    family: "FunctionGemma",
    render: (call) =>
      `<start_function_call>call:${call.name}{${members(call, (key, value) => `${key}:${gemma("<escape>")(value)}`, ",")}}<end_function_call>`,
    ends: ["<escape>"],
  },
  {
    family: "Gemma 4",
    render: (call) =>
      `<|tool_call>call:${call.name}{${members(call, (key, value) => `${key}:${gemma('<|"|>')(value)}`, ",")}}<tool_call|>`,
    ends: ['<|"|>'],
  },
  { family: "Jamba", render: (call) => `<tool_calls>[\n    ${pair(call)}\n]</tool_calls>` },
  {
    family: "Solar Open 1",
    render: (call) =>
      `<|tool_calls|><|tool_call:begin|>0<|tool_call:name|>${call.name}<|tool_call:args|>${json(call.arguments)}<|tool_call:end|><|calls|>`,
  },
  {
    family: "Solar Open 2",
    render: (call) =>
      `<|tool_call:start|>${call.name}\n${members(call, (key, value) => `<|tool_arg:start|>${key}<|tool_arg:value|>${text(value)}<|tool_arg:end|>\n`)}<|tool_call:end|>`,
    ends: ["<|tool_"],
  },
  {
    family: "PLaMo 3",
    render: (call) =>
      `<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>${call.name}<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>${json(call.arguments)}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>`,
  },
  {
    family: "Inkling",
    render: (call) =>
      `<|message_model|>${call.name}<|content_invoke_tool_json|>${pair(call, "name", "args")}<|end_message|>`,
    ends: ["<|end_message|>"],
  },
  { family: "HyperCLOVA X", render: (call) => ` -> tool/function_call\n[${pair(call)}]<|im_end|>` },
  {
    family: "CWM",
    render: (call) => `<tool: ${call.name}>\n${json(call.arguments)}\n</tool>`,
    ends: ["</tool>"],
  },
  {
    family: "openPangu",
    render: (call) => `[unused11][${pair(call)}][unused12]`,
  },
  { family: "RWKV-7", render: (call) => `**Tool Call:**\n\`\`\`json\n${pair(call)}\n\`\`\`` },
  { family: "fenced JSON", render: (call) => `\`\`\`json\n${pair(call)}\n\`\`\`` },
  {
    family: "ReAct",
    render: (call) => `Thought: I call it.\nAction: ${call.name}\nAction Input: ${json(call.arguments)}`,
  },
  {
    family: "Cline",
    render: (call) =>
      `<${call.name}>\n${members(call, (key, value) => `<${key}>${text(value)}</${key}>\n`)}</${call.name}>`,
    ends: ["path", "content", "limit", "all", "write_file"],
    inLine: true,
  },
];
