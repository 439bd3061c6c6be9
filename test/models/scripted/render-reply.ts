import type { Reply, ScriptedCall } from "./script.ts";

/** A reply as text. `loop` is said for ever after `text`. */
export interface RenderedReply {
  text: string;
  loop: string;
}

/** Exactly what the chat template makes of the reply when it comes back as history. */
export function renderReply({ thinks, says, calls = [], repeats }: Reply): RenderedReply {
  const words = [says ?? "", ...calls.map(renderCall)].filter((part) => part !== "").join("\n");
  const thought = thinks === undefined ? "" : `<think>\n${thinks}\n</think>${words === "" ? "" : "\n\n"}`;
  if (repeats === undefined) return { text: thought + words, loop: "" };
  if (words === "" && thinks !== undefined) return { text: `<think>\n${thinks || repeats}`, loop: repeats };
  return { text: thought + (calls.length > 0 ? words.slice(0, -closing.length) : words), loop: repeats };
}

/** What a call with a text as last argument ends in; a call that repeats stops before it. */
const closing = '"}}\n</tool_call>';

function renderCall({ name, arguments: input }: ScriptedCall): string {
  return `<tool_call>\n{"name": ${spaced(name)}, "arguments": ${spaced(input)}}\n</tool_call>`;
}

/** JSON in the spacing of Jinja's `tojson`. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${spaced(field)}`);
  return `{${fields.join(", ")}}`;
}
