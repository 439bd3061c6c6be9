import { Cancellation, type CommandEnd, type StopHook } from "@kestrel/core";
import { clipEnd, clipStart } from "../answer/clip.ts";
import { blamedOnSandbox } from "../confine/blamed-on-sandbox.ts";
import { type ConfinementPlan, confinedEnvironment, planConfinement } from "../confine/plan-confinement.ts";
import { madeAgain, runGuarded } from "../confine/run-guarded.ts";
import { commandEnvironment } from "../shell/command-environment.ts";
import { findShell } from "../shell/find-shell.ts";
import { terminalCodeStripper } from "../shell/strip-terminal-codes.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";

const mostSeconds = 300;
/** The end of what it prints is kept, in UTF-16 units: errors come last. */
const mostKept = 2_000;

/**
 * The user's own check as a hook: a line for the shell, run in the workspace when a turn wants to end. Code 0 lets it end, any
 * other holds it back with what was printed. It runs what the model wrote, unasked and in every mode, so it runs inside the sandbox
 * with nothing opened. Where there is none the model is told to run it as a command, which the gate asks about as about any other.
 */
export function stopCommand(line: string, dependencies: ToolDependencies): StopHook {
  const name = clipEnd(line, 200);
  return {
    async ask({ workspace }, cancel) {
      const plan = await planConfinement(dependencies, {
        workspace,
        ...{ network: false, git: false, failedInside: false },
      });
      if (plan.kind !== "inside" || plan.opened.length > 0) return { unrun: unrun(name, plan) };
      const stripper = terminalCodeStripper();
      let printed = "";
      const keep = (text: string) => {
        printed = clipStart(printed + text, mostKept);
      };
      const command = {
        file: dependencies.shell ?? findShell(),
        args: ["-c", line],
        folder: workspace,
        environment: {
          ...commandEnvironment(dependencies.environment ?? process.env, workspace),
          ...confinedEnvironment,
        },
        confinement: plan.confinement,
        timeoutMs: mostSeconds * 1000,
      };
      const { end, note, again } = await runGuarded(dependencies, plan, workspace, (stop) => {
        const over = new Cancellation(cancel);
        stop.addEventListener("abort", () => over.cancel(), { once: true });
        return dependencies.commandRunner
          .run(command, (text) => keep(stripper.take(text)), over)
          .finally(() => over.release());
      });
      keep(stripper.rest());
      if (again !== undefined) return { blocked: `${name}: it was ended, because ${madeAgain(again)}` };
      if (end.kind !== "exited") return whyUnrun(name, end);
      if (end.code === 0) return undefined;
      const lacked = blamedOnSandbox(plan, printed);
      const words = [
        `${name}: exit code ${end.code}`,
        printed.trim(),
        lacked && `[It ran in the sandbox: ${lacked}.]`,
        note,
      ];
      return { blocked: words.filter(Boolean).join("\n") };
    },
  };
}

function unrun(name: string, plan: ConfinementPlan): string {
  return plan.kind === "refused"
    ? `${name}: the user requires a sandbox, and there is none (${plan.why.reason}). Say so.`
    : `${name}: it would run outside the sandbox. Run it with shell: the user is asked.`;
}

function whyUnrun(name: string, end: Exclude<CommandEnd, { kind: "exited" }>): { unrun: string } | undefined {
  switch (end.kind) {
    case "cancelled":
      return undefined;
    case "timed-out":
      return { unrun: `${name}: it took over ${mostSeconds} s and was ended. Say so.` };
    case "signalled":
      return { unrun: `${name}: it was ended by ${end.signal}. Say so.` };
    case "not-started":
    case "not-confined":
      return { unrun: `${name}: it could not be started (${clipEnd(end.detail, 200)}). Say so.` };
    default:
      return end satisfies never;
  }
}
