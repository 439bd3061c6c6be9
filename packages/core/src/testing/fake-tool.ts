import type { Risk } from "@kestrel/protocol";
import type { Tool, ToolResult } from "../ports/tool.ts";

export type FakeToolBehaviour = {
  name: string;
  risk: Risk;
  /** Default: any object. */
  parameters?: Readonly<Record<string, unknown>>;
  run(args: Readonly<Record<string, unknown>>): Promise<ToolResult> | ToolResult;
};

const anyObject = { type: "object", properties: {} };

/** A tool with the risk and the result the test wants. */
export function fakeTool({ name, risk, parameters, run }: FakeToolBehaviour): Tool {
  return {
    spec: { name, description: `${name} for a test`, parameters: parameters ?? anyObject },
    concurrent: risk === "read",
    assess: async () => ({ risk, reasons: [] }),
    run: async (args) => run(args),
  };
}

/** A shell that runs nothing, succeeds, and notes what it was asked. */
export function fakeShell(runs: unknown[]): Tool {
  return fakeTool({
    name: "shell",
    risk: "execute",
    run: (args) => {
      runs.push(args);
      return { outcome: "ok", content: "exit code 0", exitCode: 0 };
    },
  });
}
