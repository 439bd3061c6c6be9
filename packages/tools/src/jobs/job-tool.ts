import { setTimeout as wait } from "node:timers/promises";
import type { CommandRunner, EndedJob, Tool, ToolContext, ToolResult } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { clipStart } from "../answer/clip.ts";
import { isStale } from "../answer/is-stale.ts";
import { Refusal } from "../answer/refusal.ts";
import { sessionOf } from "../answer/session-of.ts";
import { failedAttempts } from "../change/failed-attempts.ts";
import { runAlone, runsSeenScripts } from "../confine/run-alone.ts";
import { describeCommand } from "../shell/describe-command.ts";
import { type JudgedCommand, judgeCommand } from "../shell/judge-command.ts";
import { wantsNetwork } from "../shell/label-command.ts";
import { refuseMalformed } from "../shell/run-in-shell.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import type { JobTable, StartedJob } from "./job-table.ts";
import { startJob } from "./start-job.ts";

const Arguments = z.object({
  command: z.string().optional(),
  id: z.string().optional(),
  stop: z.boolean().optional(),
});
type Arguments = z.infer<typeof Arguments>;

/** Milliseconds. Most failing commands fail within this time, and the answer then reports it. */
const firstLookMs = 1_000;

/** Commands that run in the background: servers, watchers, long builds. They end with the session. */
export function jobTool(dependencies: ToolDependencies, table: JobTable): Tool {
  const failedInside = failedAttempts();
  const judge = (command: string, context: ToolContext) =>
    judgeCommand(dependencies, command, context, failedInside);
  return {
    concurrent: false,
    spec: {
      name: "job",
      description:
        "Start a command in the background. With id: see its output, or stop it. Without both: list.",
      parameters: {
        type: "object",
        properties: {
          command: { type: "string" },
          id: { type: "string" },
          stop: { type: "boolean" },
        },
      },
    },
    describe: (args) => {
      const { command } = Arguments.parse(args);
      return command === undefined ? {} : describeCommand(command);
    },
    assess: async (args, context) => {
      const { command } = Arguments.parse(args);
      if (command === undefined) return { risk: "read", reasons: [] };
      const judged = await judge(command, context);
      // Other writers of the folder are paused only while the job starts.
      return runsSeenScripts(judged.plan, judged.binding)
        ? { ...judged, reasons: [...judged.reasons, "scripts_may_change"] }
        : judged;
    },
    run: (args, context) =>
      answering(async () => {
        const wanted = Arguments.parse(args);
        const session = sessionOf(context);
        if (wanted.command === undefined) return looked(dependencies, table, session, wanted, context);
        if (wanted.id !== undefined) throw new Refusal("Give a command to start, or an id; not both.");
        refuseMalformed(wanted.command);
        const { command } = wanted;
        const begin = async (judged: JudgedCommand, commandRunner: CommandRunner) => {
          if (context.approved && isStale(judged.binding, context)) return { outcome: "stale" } as const;
          if (judged.refused) return judged.refused;
          const parts = { ...dependencies, commandRunner };
          return begun(parts, table, { session, command, judged }, context);
        };
        const judged = await judge(command, context);
        if (!runsSeenScripts(judged.plan, judged.binding)) return begin(judged, dependencies.commandRunner);
        return runAlone(dependencies, judged.binding, context, async (runner) =>
          begin(await judge(command, context), runner),
        );
      }),
  };
}

async function begun(
  dependencies: ToolDependencies,
  table: JobTable,
  { session, command, judged }: { session: string; command: string; judged: JudgedCommand },
  context: ToolContext,
): Promise<ToolResult> {
  const full = table.full(session);
  if (full !== undefined) throw new Refusal(`Not started: ${full}. Stop one first.`);
  const started = startJob(dependencies, command, judged, context);
  const job = table.begin(session, started);
  await firstLook(started.ended, context);
  // The call was cancelled, so its job would never be reported.
  if (context.cancel.aborted) started.stop();
  const { end } = table.list(session).find((one) => one.job === job) ?? {};
  const output = lastOutput(table, session, job, context);
  const head = end ? `${job} ended at once: ${inWords(end)}` : `${job} runs in the background.`;
  const within = end ? [] : await reachNote(dependencies, session, started);
  return {
    outcome: end && end.exitCode !== 0 ? "error" : "ok",
    content: [head, output, ...within].join("\n"),
    startedJob: { job, command },
  };
}

/** Waits until it has ended, the time is over, or the call was cancelled. */
async function firstLook(ended: Promise<unknown>, { cancel }: ToolContext): Promise<void> {
  const over = new AbortController();
  const stop = () => over.abort();
  cancel.addEventListener("abort", stop, { once: true });
  if (cancel.aborted) stop();
  await Promise.race([ended, wait(firstLookMs, undefined, over).catch(passOver("wait"))]);
  cancel.removeEventListener("abort", stop);
  stop();
}

/** Who can reach a sandboxed job that listens on or prints a port, and how the user can. */
async function reachNote(
  { sandbox }: ToolDependencies,
  session: string,
  { confined, output }: Pick<StartedJob, "confined" | "output">,
): Promise<string[]> {
  if (!confined) return [];
  const ports = await sandbox?.listening?.(session);
  const said =
    ports !== undefined && ports.length > 0
      ? `Jobs of this session listen on ${ports.join(", ")} inside the sandbox. shell reaches them at 127.0.0.1; the user's browser does not.`
      : ports === undefined && speaksOfPort.test(output().tail)
        ? "It runs in a sandbox with a network of its own. Nothing else reaches a port of it."
        : undefined;
  if (said === undefined) return [];
  return [
    `[${said} If the user is to open it, stop it and start it again with \`${wantsNetwork}=1;\` before the command: the user is asked.]`,
  ];
}

const speaksOfPort = /localhost|127\.0\.0\.1|0\.0\.0\.0|\bport\b/i;

async function looked(
  dependencies: ToolDependencies,
  table: JobTable,
  session: string,
  { id, stop = false }: Arguments,
  context: ToolContext,
): Promise<ToolResult> {
  if (id === undefined) return { outcome: "ok", content: listed(table, session) };
  const known = table.list(session).find(({ job }) => job === id);
  if (!known) throw new Refusal(`There is no job ${id.slice(0, 20)}.\n${listed(table, session)}`);
  if (stop) await table.stop(session, known.job);
  const { end } = table.list(session).find(({ job }) => job === id) ?? known;
  const head = `${known.job} ${end ? inWords(end) : "runs"}`;
  const started = table.started(session, known.job);
  const within = end || !started ? [] : await reachNote(dependencies, session, started);
  return {
    outcome: "ok",
    content: [head, lastOutput(table, session, known.job, context), ...within].join("\n"),
  };
}

function listed(table: JobTable, session: string): string {
  const lines = table
    .list(session)
    .map(({ job, command, end }) => `${job} ${end ? inWords(end) : "runs"}: ${command.slice(0, 120)}`);
  return lines.join("\n") || "No jobs.";
}

function lastOutput(table: JobTable, session: string, job: string, { outputLimit }: ToolContext): string {
  const { tail = "", written = 0 } = table.read(session, job) ?? {};
  const shown = clipStart(tail, Math.floor(outputLimit / 2)).trimEnd();
  if (shown === "") return "[no output yet]";
  return shown.length < written - 1 ? `[the end of ${written} characters]\n${shown}` : shown;
}

function inWords({ end, exitCode }: EndedJob): string {
  switch (end) {
    case "exited":
      return `ended with exit code ${exitCode}`;
    case "guarded":
      return "was ended: it made a place that other programs obey again and again";
    case "flooded":
      return "was ended: it wrote more than 64 MiB";
    case "failed":
      return "could not be started";
    case "signalled":
    case "stopped":
    case "interrupted":
    case "shutdown":
      return `was ended (${end})`;
    default:
      return end satisfies never;
  }
}
