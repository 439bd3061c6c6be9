import type { OpenAITool } from "../src/index.ts";

const text = { type: "string" };

function tool(
  name: string,
  properties: Record<string, object>,
  required = Object.keys(properties),
): OpenAITool {
  return { type: "function", function: { name, parameters: { type: "object", properties, required } } };
}

/** Tools as a coding agent has them: two that only read, three that change something. */
export const tools: OpenAITool[] = [
  tool("read", { path: text, limit: { type: "integer" } }, ["path"]),
  tool("search", { pattern: text }),
  tool("write", { path: text, content: text }),
  tool("edit", { path: text, old: text, new: text }),
  tool("shell", { command: text }),
];
