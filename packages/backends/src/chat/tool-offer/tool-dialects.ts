import type { ToolsDialect } from "@kestrel/protocol/api";
import { fenceAround } from "@kestrel/text";
import { askedMarks } from "@kestrel/tool-calls/marks";

const [opens, closes] = askedMarks.call;
const result = askedMarks.result;
const resultEnds = result.replace("<", "</");
const callFence = `\`\`\`${askedMarks.callFence}`;

/** How calls and their results are written where a server takes no tools. Core reads every one of them back. */
export type ToolDialect = {
  call(name: string, argumentText: string): string;
  result(content: string): string;
  /** Instructions for the model after the list of tools. */
  told: readonly string[];
  /** Where a result would begin: there the model's turn is over, and an invented result never enters the reply. */
  stop: string;
};

export const dialects: Readonly<Record<ToolsDialect, ToolDialect>> = {
  hermes: {
    call: (name, argumentText) => `${opens}\n${callObject(name, argumentText)}\n${closes}`,
    result: (content) => `${result}\n${content}\n${resultEnds}`,
    told: [
      "To call one, end your reply with:",
      opens,
      '{"name": "…", "arguments": {…}}',
      closes,
      `The result then comes between ${result} and ${resultEnds}.`,
    ],
    stop: result,
  },
  fenced: {
    call: (name, argumentText) => `${callFence}\n${callObject(name, argumentText)}\n\`\`\``,
    result: (content) => {
      const fence = fenceAround(content);
      return `${fence}${askedMarks.resultFence}\n${content}\n${fence}`;
    },
    told: [
      "To call one, end your reply with:",
      callFence,
      '{"name": "…", "arguments": {…}}',
      "```",
      `The result then comes in a block that begins with \`\`\`${askedMarks.resultFence}.`,
    ],
    stop: `\`\`\`${askedMarks.resultFence}`,
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
