import type { CommandEnd, Confinement, ToolContext } from "@kestrel/core";
import { report } from "@kestrel/diagnostics";
import { clipStart } from "../answer/clip.ts";
import { runGuarded } from "../confine/run-guarded.ts";
import { commandEnvironment } from "../shell/command-environment.ts";
import { findShell } from "../shell/find-shell.ts";
import type { JudgedCommand } from "../shell/judge-command.ts";
import { leftBehind } from "../shell/left-behind.ts";
import { terminalCodeStripper } from "../shell/strip-terminal-codes.ts";
import { openSpill } from "../spill/spill-file.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import type { StartedJob } from "./job-table.ts";

/** UTF-16 units. A job that writes more is ended, to save the user's disk. */
const flood = 64 * 1024 * 1024;
/** UTF-16 units kept in memory. The spill file has everything. */
const tailUnits = 16 * 1024;

/** Keeps the session's loopback while the job runs. */
function asJob(confinement: Confinement): Confinement {
  return confinement.loopback === undefined ? confinement : { ...confinement, loopback: "held" };
}

/** Starts a command without waiting for it. Never rejects: a failed start counts as ended. */
export function startJob(
  dependencies: ToolDependencies,
  command: string,
  { plan, environment, bounds }: Pick<JudgedCommand, "plan" | "environment" | "bounds">,
  { workspace, callName, asked }: Pick<ToolContext, "workspace" | "callName" | "asked">,
): StartedJob & { spill: string } {
  const stripper = terminalCodeStripper();
  const spill = openSpill(dependencies.spillFolder, callName);
  const enough = new AbortController();
  let written = 0;
  let tail = "";
  const keep = (text: string): Promise<void> | void => {
    if (text === "") return;
    written += text.length;
    tail += text;
    if (tail.length > 2 * tailUnits) tail = clipStart(tail, tailUnits);
    if (written > flood) enough.abort();
    return spill.write(text);
  };
  const line = {
    file: dependencies.shell ?? findShell(),
    args: ["-c", command],
    folder: workspace,
    environment: {
      ...commandEnvironment(dependencies.environment ?? process.env, workspace),
      ...environment,
    },
    confinement: plan.kind === "inside" ? asJob(plan.confinement) : undefined,
    ...(bounds && { timeoutMs: bounds.seconds * 1000, memoryBytes: bounds.memoryBytes }),
    watched: true as const,
  };
  const take = (text: string) => (written > flood ? undefined : keep(stripper.take(text)));
  let again: string | undefined;
  const ended = runGuarded(dependencies, plan, workspace, (stop) =>
    dependencies.commandRunner.run(line, take, AbortSignal.any([enough.signal, stop])),
  )
    .then(({ end, note, ...guarded }) => {
      again = guarded.again;
      keep(stripper.rest());
      const left = end.kind === "exited" ? end.left : undefined;
      if (left) keep(`\n${leftBehind(left, "A job is the background: keep it in the foreground there.")}\n`);
      if (note !== undefined) keep(`\n${note}\n`);
      return end;
    })
    .catch((error: unknown): CommandEnd => {
      return { kind: "not-started", detail: "it failed inside Kestrel", report: report("job", error, asked) };
    })
    .finally(() => spill.close());
  return {
    command,
    spill: spill.name,
    output: () => ({ tail: clipStart(tail, tailUnits), written }),
    ended,
    flooded: () => written > flood,
    confined: plan.kind === "inside" && !plan.confinement.network,
    again: () => again,
    stop: () => enough.abort(),
  };
}
