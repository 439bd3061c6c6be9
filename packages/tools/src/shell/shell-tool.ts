import type { CommandRunner, Tool } from "@kestrel/core";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { isStale } from "../answer/is-stale.ts";
import { failedAttempts } from "../change/failed-attempts.ts";
import { runAlone, runsSeenScripts } from "../confine/run-alone.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { describeCommand } from "./describe-command.ts";
import { type JudgedCommand, judgeCommand } from "./judge-command.ts";
import { runInShell } from "./run-in-shell.ts";

const Arguments = z.object({ command: z.string(), timeout: z.number().optional() });

const defaultSeconds = 120;
const mostSeconds = 600;

/** Runs a command with `bash -c`, or `sh -c` where there is no bash, in the workspace: fresh every time, no terminal, no input, a small environment. */
export function shellTool(dependencies: ToolDependencies): Tool {
  const failedInside = failedAttempts();
  return {
    concurrent: false,
    display: "command",
    spec: {
      name: "shell",
      description: "Run a command with sh in the workspace. Each call starts fresh; no input.",
      parameters: {
        type: "object",
        properties: {
          command: { type: "string" },
          timeout: {
            type: "integer",
            description: `seconds, default ${defaultSeconds}, at most ${mostSeconds}`,
          },
        },
        required: ["command"],
      },
    },
    describe: (args) => describeCommand(Arguments.parse(args).command),
    assess: (args, context) =>
      judgeCommand(dependencies, Arguments.parse(args).command, context, failedInside),
    run: (args, context) =>
      answering(async () => {
        const { command, timeout = defaultSeconds } = Arguments.parse(args);
        const seconds = Math.min(mostSeconds, Math.max(1, Math.trunc(timeout)));
        const judge = () => judgeCommand(dependencies, command, context, failedInside);
        const run = async (judged: JudgedCommand, commandRunner: CommandRunner) => {
          if (context.approved && isStale(judged.binding, context)) return { outcome: "stale" } as const;
          if (judged.refused) return judged.refused;
          const watched =
            context.snapshots && judged.risk !== "read"
              ? await dependencies.snapshots?.before(context.workspace, context.cancel)
              : undefined;
          const parts = { ...dependencies, commandRunner };
          const { result, lacked } = await runInShell(parts, { command, seconds }, judged, context);
          if (lacked) failedInside.add(context, command);
          return watched ? { ...result, covered: await watched.settle(context.cancel) } : result;
        };
        const judged = await judge();
        if (!runsSeenScripts(judged.plan, judged.binding)) return run(judged, dependencies.commandRunner);
        return runAlone(dependencies, judged.binding, context, async (runner) => run(await judge(), runner));
      }),
  };
}
