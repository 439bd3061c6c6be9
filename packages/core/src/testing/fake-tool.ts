import type { CallSubject, Risk } from "@kestrel/protocol";
import type { CallArguments, StaleCall, Tool, ToolContext, ToolResult } from "../ports/tool.ts";

export type FakeToolBehaviour = {
  name: string;
  risk: Risk;
  /** Default: any object. */
  parameters?: Readonly<Record<string, unknown>>;
  run(args: CallArguments, context: ToolContext): Promise<ToolResult | StaleCall> | ToolResult | StaleCall;
};

const anyObject = { type: "object", properties: {} };

/** A tool with the risk and the result the test wants. */
export function fakeTool({ name, risk, parameters, run }: FakeToolBehaviour): Tool {
  return {
    spec: { name, description: `${name} for a test`, parameters: parameters ?? anyObject },
    concurrent: risk === "read",
    describe: (args) => subjectOf(args, risk),
    assess: async () => ({ risk, reasons: [] }),
    run: async (args, context) => run(args, context),
  };
}

/** A `command` is run; a `path` is read or written, by the risk. */
function subjectOf({ command, path }: CallArguments, risk: Risk): CallSubject {
  const access = risk === "read" ? "read" : "write";
  if (typeof command === "string") return { commands: [command], simple: simpleOf(command) };
  if (typeof path === "string") return { paths: [{ path, access }] };
  return risk === "read" ? {} : { opaque: true };
}

/** Plain words between `&&`: what a test writes. */
function simpleOf(line: string): CallSubject["simple"] {
  const commands = line.split("#")[0]?.split("&&") ?? [];
  return commands.map((command, at) => ({
    words: command.trim().split(/\s+/),
    joint: at < commands.length - 1 ? "&&" : "",
  }));
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
