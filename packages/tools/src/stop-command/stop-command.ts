import type { StopHook } from "@kestrel/core";
import { clipEnd, clipStart } from "../answer/clip.ts";
import { commandEnvironment } from "../shell/command-environment.ts";
import { terminalCodeStripper } from "../shell/strip-terminal-codes.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";

const mostSeconds = 300;
/** The end of what it prints is kept, in UTF-16 units: errors come last. */
const mostKept = 2_000;

/**
 * The user's own check as a hook: a line of sh, run in the workspace when a turn wants to end. Code 0 lets it end, any
 * other holds it back with what was printed. One that cannot be run or takes too long lets it end.
 */
export function stopCommand(
  line: string,
  dependencies: Pick<ToolDependencies, "commandRunner" | "shell" | "environment">,
): StopHook {
  return {
    async ask({ workspace }, cancel) {
      const stripper = terminalCodeStripper();
      let printed = "";
      const keep = (text: string) => {
        printed = clipStart(printed + text, mostKept);
      };
      const end = await dependencies.commandRunner.run(
        {
          file: dependencies.shell ?? "/bin/sh",
          args: ["-c", line],
          folder: workspace,
          environment: commandEnvironment(dependencies.environment ?? process.env, workspace),
          timeoutMs: mostSeconds * 1000,
        },
        (text) => keep(stripper.take(text)),
        cancel,
      );
      keep(stripper.rest());
      if (end.kind !== "exited" || end.code === 0) return undefined;
      return { blocked: `${clipEnd(line, 200)}: exit code ${end.code}\n${printed.trim()}`.trim() };
    },
  };
}
