import {
  Cancellation,
  type CancelSignal,
  type CheckRunner,
  type CommandEnd,
  type StopHook,
} from "@kestrel/core";
import { clipEnd, clipStart } from "../answer/clip.ts";
import { blamedOnSandbox } from "../confine/blamed-on-sandbox.ts";
import { type ConfinementPlan, confinedEnvironment, planConfinement } from "../confine/plan-confinement.ts";
import { type GuardedEnd, madeAgain, runGuarded } from "../confine/run-guarded.ts";
import { commandEnvironment } from "../shell/command-environment.ts";
import { findShell } from "../shell/find-shell.ts";
import { terminalCodeStripper } from "../shell/strip-terminal-codes.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";

const mostSeconds = 300;
/** UTF-16 units kept from the end of the output: errors come last. */
const mostKept = 2_000;

/** The result of a sandboxed shell line: its end and the last output, or why it did not run. */
type ConfinedEnd =
  | { kind: "refused"; plan: ConfinementPlan }
  | ({ kind: "ended"; plan: ConfinementPlan; printed: string } & GuardedEnd);

/** Runs a line in the sandbox without extra permissions, and nowhere else. */
async function runConfined(
  line: string,
  dependencies: ToolDependencies,
  workspace: string,
  { cancel, seconds }: { cancel: CancelSignal; seconds: number },
): Promise<ConfinedEnd> {
  const plan = await planConfinement(dependencies, {
    workspace,
    ...{ network: false, git: false, failedInside: false },
  });
  if (plan.kind !== "inside" || plan.opened.length > 0) return { kind: "refused", plan };
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
    timeoutMs: seconds * 1000,
  };
  const ended = await runGuarded(dependencies, plan, workspace, (stop) => {
    const over = new Cancellation(cancel);
    stop.addEventListener("abort", () => over.cancel(), { once: true });
    return dependencies.commandRunner
      .run(command, (text) => keep(stripper.take(text)), over)
      .finally(() => over.release());
  });
  keep(stripper.rest());
  return { kind: "ended", plan, printed, ...ended };
}

/** Seconds that the check of a loop's item may take. */
const mostOfCheck = 1_800;

/** Runs the checks of loops, judged by exit code. Without a sandbox none runs. */
export function checkRunner(dependencies: ToolDependencies): CheckRunner {
  return {
    async run(line, workspace, cancel) {
      const ran = await runConfined(line, dependencies, workspace, { cancel, seconds: mostOfCheck });
      if (ran.kind === "refused" || ran.end.kind === "not-confined" || ran.end.kind === "not-started")
        return "no_sandbox";
      if (ran.end.kind === "cancelled" && cancel.aborted) return "cancelled";
      const tail = [ran.printed.trim(), ran.note].filter(Boolean).join("\n");
      // A code that programs do not use: the process was killed.
      return { code: ran.end.kind === "exited" ? ran.end.code : 255, tail };
    },
  };
}

/**
 * The user's own check as a hook: a shell line, run in the workspace when a turn wants to end. Code 0 allows the end; any other
 * continues the turn with the output. It runs code that the model wrote, without approval in every mode, so it runs in the sandbox
 * without extra permissions. Without a sandbox the model is told to run it as a command, which is subject to approval.
 */
export function stopCommand(line: string, dependencies: ToolDependencies): StopHook {
  const name = clipEnd(line, 200);
  return {
    async ask({ workspace }, cancel) {
      const ran = await runConfined(line, dependencies, workspace, { cancel, seconds: mostSeconds });
      if (ran.kind === "refused") return { unrun: unrun(name, ran.plan) };
      const { end, note, again, printed, plan } = ran;
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
