import { basename } from "node:path";
import type { CommandRunner, Tool, ToolContext } from "@kestrel/core";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { isStale } from "../answer/is-stale.ts";
import { sessionOf } from "../answer/session-of.ts";
import { failedAttempts } from "../change/failed-attempts.ts";
import { runAlone, runsSeenScripts } from "../confine/run-alone.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { describeCommand } from "./describe-command.ts";
import { findShell } from "./find-shell.ts";
import { type JudgedCommand, judgeCommand } from "./judge-command.ts";
import { runInShell } from "./run-in-shell.ts";

const Arguments = z.object({ command: z.string(), timeout: z.number().optional() });

const defaultSeconds = 120;
const mostSeconds = 600;

/** Runs a command with `bash -c`, or `sh -c` without bash: a new process in the workspace, no terminal, no input, small environment. */
export function shellTool(dependencies: ToolDependencies): Tool {
  const failedInside = failedAttempts();
  const { snapshots } = dependencies;
  const judge = async (command: string, context: ToolContext): Promise<JudgedCommand> => {
    const judged = await judgeCommand(dependencies, command, context, failedInside);
    if (!context.snapshots || judged.risk === "read") return judged;
    const missing = snapshots?.missing(context.workspace, sessionOf(context));
    if (missing === undefined) return judged;
    const { confined: _, ...asked } = judged;
    const binding = { ...judged.binding, snapshot: missing };
    return { ...asked, reasons: [...judged.reasons, "no_snapshot"], binding };
  };
  return {
    concurrent: false,
    display: "command",
    spec: {
      name: "shell",
      description: `Run a command with ${basename(dependencies.shell ?? findShell())} in the workspace. Each call starts fresh; no input.`,
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
    assess: (args, context) => judge(Arguments.parse(args).command, context),
    run: (args, context) =>
      answering(async () => {
        const { command, timeout = defaultSeconds } = Arguments.parse(args);
        const seconds = Math.min(mostSeconds, Math.max(1, Math.trunc(timeout)));
        const { workspace, approved, cancel } = context;
        const session = sessionOf(context);
        const run = async (judged: JudgedCommand, commandRunner: CommandRunner) => {
          if (approved && isStale(judged.binding, context)) return { outcome: "stale" } as const;
          if (judged.refused) return judged.refused;
          if (judged.binding.snapshot !== undefined) snapshots?.goOnWithout(workspace, session);
          const watched =
            context.snapshots && judged.risk !== "read"
              ? await snapshots?.before(workspace, cancel)
              : undefined;
          // The user has not agreed to run commands without a snapshot.
          if (approved && watched?.missing && snapshots?.missing(workspace, session))
            return { outcome: "stale" } as const;
          const parts = { ...dependencies, commandRunner };
          const { result, lacked } = await runInShell(parts, { command, seconds }, judged, context);
          if (judged.risk !== "read") dependencies.languages?.outdated(workspace);
          if (lacked) failedInside.add(context, command);
          return watched ? { ...result, covered: await watched.settle(cancel) } : result;
        };
        const judged = await judge(command, context);
        if (!runsSeenScripts(judged.plan, judged.binding)) return run(judged, dependencies.commandRunner);
        return runAlone(dependencies, judged.binding, context, async (runner) =>
          run(await judge(command, context), runner),
        );
      }),
  };
}
