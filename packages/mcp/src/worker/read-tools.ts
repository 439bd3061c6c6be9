import { z } from "zod";
import type { ServerTool } from "./messages.ts";

/** Bounds of what one server may offer. Units are UTF-16; `all` is of all its descriptions and schemas together. */
const most = {
  tools: 512,
  pages: 32,
  name: 128,
  description: 16_384,
  schema: 65_536,
  all: 262_144,
  nested: 200,
} as const;

const Page = z.looseObject({
  tools: z.array(z.unknown()).catch([]),
  nextCursor: z.string().optional().catch(undefined),
});

const Tool = z.looseObject({
  name: z.string().min(1).max(most.name),
  description: z.string().catch(""),
  inputSchema: z.record(z.string(), z.unknown()).catch({}),
  annotations: z
    .looseObject({ readOnlyHint: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  execution: z
    .looseObject({ taskSupport: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** Asks page by page; a tool that cannot be read is left out, and the others stay. `ask` gives one page behind a cursor. */
export async function readTools(
  ask: (cursor: string | undefined) => Promise<unknown>,
): Promise<ServerTool[]> {
  const tools = new Map<string, ServerTool>();
  let cursor: string | undefined;
  let units = 0;
  for (let page = 0; page < most.pages; page++) {
    const read = Page.safeParse(await ask(cursor));
    if (!read.success) break;
    for (const one of read.data.tools) {
      const tool = readTool(one);
      // Of two with one name the first stands: a later one is no way to take its place.
      if (!tool || tools.has(tool.name) || tools.size >= most.tools) continue;
      units += JSON.stringify(tool).length;
      if (units <= most.all) tools.set(tool.name, tool);
    }
    cursor = read.data.nextCursor;
    if (cursor === undefined) break;
  }
  return [...tools.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

function readTool(value: unknown): ServerTool | undefined {
  const read = Tool.safeParse(value);
  // What can only run as a task of its own is spoken with in another way.
  if (!read.success || read.data.execution?.taskSupport === "required") return undefined;
  const { name, description, inputSchema, annotations } = read.data;
  const small = !isNested(inputSchema, most.nested) && JSON.stringify(inputSchema).length <= most.schema;
  return {
    name,
    description: description.slice(0, most.description),
    inputSchema: small ? inputSchema : { type: "object" },
    ...(annotations?.readOnlyHint === true && { readOnly: true as const }),
  };
}

/** Whether it is nested deeper than `most` levels: recursive code that reads it later could overflow the stack. */
function isNested(value: unknown, most: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return most === 0 || Object.values(value).some((one) => isNested(one, most - 1));
}
