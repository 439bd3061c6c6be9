import type { Risk } from "@kestrel/protocol";
import type { Tool, ToolResult } from "../ports/tool.ts";

export type FakeToolBehaviour = {
  name: string;
  risk: Risk;
  run(args: Readonly<Record<string, unknown>>): Promise<ToolResult> | ToolResult;
};

/** A tool that takes any object, with the risk and the result the test wants. */
export function fakeTool({ name, risk, run }: FakeToolBehaviour): Tool {
  return {
    spec: { name, description: `${name} for a test`, parameters: { type: "object", properties: {} } },
    concurrent: risk === "read",
    assess: async () => ({ risk, reasons: [] }),
    run: async (args) => run(args),
  };
}
