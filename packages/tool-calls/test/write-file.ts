import type { OpenAITool } from "../src/index.ts";

/** A tool with an argument of every kind that dialects write differently. */
export const writeFile: OpenAITool = {
  type: "function",
  function: {
    name: "write_file",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string" },
        content: { type: "string" },
        limit: { type: "integer" },
        all: { type: "boolean" },
      },
      required: ["path", "content"],
    },
  },
};
