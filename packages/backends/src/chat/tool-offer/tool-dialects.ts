import type { ToolsDialect } from "@kestrel/protocol/api";

/** How calls and their results are written where a server takes no tools. Core reads every one of them back. */
export type ToolDialect = {
  call(name: string, argumentText: string): string;
  result(content: string): string;
  /** What the model is told after the list of tools. */
  told: readonly string[];
  /** Where a result would begin: there the model's turn is over, and an invented result never enters the reply. */
  stop: string;
};

export const dialects: Readonly<Record<ToolsDialect, ToolDialect>> = {
  hermes: {
    call: (name, argumentText) => `<tool_call>\n${callObject(name, argumentText)}\n</tool_call>`,
    result: (content) => `<tool_response>\n${content}\n</tool_response>`,
    told: [
      "To call one, end your reply with:",
      "<tool_call>",
      '{"name": "…", "arguments": {…}}',
      "</tool_call>",
      "The result then comes between <tool_response> and </tool_response>.",
    ],
    stop: "<tool_response>",
  },
  fenced: {
    call: (name, argumentText) => `\`\`\`tool_call\n${callObject(name, argumentText)}\n\`\`\``,
    result: (content) => {
      const fence = fenceAround(content);
      return `${fence}tool_result\n${content}\n${fence}`;
    },
    told: [
      "To call one, end your reply with:",
      "```tool_call",
      '{"name": "…", "arguments": {…}}',
      "```",
      "The result then comes in a block that begins with ```tool_result.",
    ],
    stop: "```tool_result",
  },
};

function callObject(name: string, argumentText: string): string {
  return `{"name": ${JSON.stringify(name)}, "arguments": ${spaced(argumentText)}}`;
}

/** JSON spaced as models write it, so that a call in the history is most often what the server's cache already holds. */
function spaced(json: string): string {
  return json.replace(
    /("[^"\\]*(?:\\.[^"\\]*)*")|\s*([,:])\s*/gs,
    (_whole, text, mark) => text ?? `${mark} `,
  );
}

/** Longer than any fence inside. */
function fenceAround(content: string): string {
  const inside = (content.match(/`{3,}/g) ?? []).map(({ length }) => length);
  return "`".repeat(inside.reduce((most, length) => Math.max(most, length + 1), 3));
}
