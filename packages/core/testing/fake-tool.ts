import type { CallSubject, Risk } from "@kestrel/protocol";
import type { CallArguments, StaleCall, Tool, ToolContext, ToolResult } from "../src/ports/tool.ts";

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
    effect: risk === "read" ? "read" : "change",
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

type NotingToolBehaviour = Omit<FakeToolBehaviour, "run"> & { result?: ToolResult };

/** A tool that does nothing, succeeds, and notes what it was asked. */
export function notingTool(runs: unknown[], { result, ...behaviour }: NotingToolBehaviour): Tool {
  return fakeTool({
    ...behaviour,
    run: (args) => {
      runs.push(args);
      return result ?? { outcome: "ok", content: "done" };
    },
  });
}

/** A shell that runs nothing, succeeds, and notes what it was asked. */
export function fakeShell(runs: unknown[], risk: Risk = "execute"): Tool {
  return notingTool(runs, {
    name: "shell",
    risk,
    result: { outcome: "ok", content: "exit code 0", exitCode: 0 },
  });
}

/** Reads files that hold what `textOf` says of their path. */
export function fakeRead(textOf: (path: string) => string): Tool {
  return fakeTool({
    name: "read",
    risk: "read",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    run: ({ path }) => ({ outcome: "ok", content: textOf(String(path)) }),
  });
}

/** Changes whatever file it is told, without asking; `n` makes one call another than the one before. */
export function fakeEdit(): Tool {
  return fakeTool({
    name: "edit",
    risk: "read",
    run: ({ path, n }) => ({
      outcome: "ok",
      content: `Edited ${path} ${n}.`,
      changes: [{ path: String(path), diff: "", added: 1, removed: 1 }],
    }),
  });
}

/** Ends when the test is done with what it does `meanwhile`. */
export function waitingTool(name: string, meanwhile: () => Promise<unknown>, content = "done"): Tool {
  return fakeTool({
    name,
    risk: "read",
    run: async () => {
      await meanwhile();
      return { outcome: "ok", content };
    },
  });
}
