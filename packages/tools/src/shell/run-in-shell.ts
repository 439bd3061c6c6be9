import type { CommandEnd, ToolContext, ToolResult } from "@kestrel/core";
import { Refusal } from "../answer/refusal.ts";
import { sessionOf } from "../answer/session-of.ts";
import { blamedOnSandbox } from "../confine/blamed-on-sandbox.ts";
import type { ConfinementPlan } from "../confine/plan-confinement.ts";
import { madeAgain, runGuarded } from "../confine/run-guarded.ts";
import { openSpill } from "../spill/spill-file.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { commandEnvironment } from "./command-environment.ts";
import { watchInPlace } from "./edited-in-place.ts";
import { findShell } from "./find-shell.ts";
import type { JudgedCommand } from "./judge-command.ts";
import { keptOutput } from "./kept-output.ts";
import { leftBehind } from "./left-behind.ts";
import { terminalCodeStripper } from "./strip-terminal-codes.ts";

/** UTF-16 units. A command that writes more is ended, to save the user's disk. */
const flood = 64 * 1024 * 1024;
/** UTF-16 units of live output; the spill file has the rest. */
const mostShown = 256 * 1024;

/** The result of a command, and what the sandbox denied if that made it fail. */
export type RunCommand = { result: ToolResult; lacked?: "no network" | "read-only" };

/** Throws a Refusal for text that is not a command. */
export function refuseMalformed(command: string): void {
  if (command.trim() === "") throw new Refusal("The command is empty.");
  if (command.includes("\0")) throw new Refusal("The command holds a NUL character.");
}

/** Runs a judged command where it was judged to run; resolves when it has ended. */
export async function runInShell(
  dependencies: ToolDependencies,
  { command, seconds: asked }: { command: string; seconds: number },
  judged: Pick<JudgedCommand, "plan" | "environment" | "bounds" | "simple">,
  context: ToolContext,
): Promise<RunCommand> {
  refuseMalformed(command);
  const { bounds } = judged;
  const seconds = Math.min(asked, bounds?.seconds ?? asked);
  const output = listen(dependencies, context);
  try {
    const line = {
      file: dependencies.shell ?? findShell(),
      args: ["-c", command],
      folder: context.workspace,
      environment: {
        ...commandEnvironment(dependencies.environment ?? process.env, context.workspace),
        ...judged.environment,
      },
      confinement: judged.plan.kind === "inside" ? judged.plan.confinement : undefined,
      timeoutMs: seconds * 1000,
      ...(bounds && { memoryBytes: bounds.memoryBytes }),
      watched: true as const,
    };
    const unchanged = await watchInPlace(judged.simple, context.workspace);
    const { end, note, again } = await runGuarded(dependencies, judged.plan, context.workspace, (stop) =>
      dependencies.commandRunner.run(line, output.take, AbortSignal.any([output.enough, stop])),
    );
    await output.finish();
    const answer = formatResult(end, { seconds, most: bounds?.seconds, again, texts: context.texts }, output);
    const left = end.kind === "exited" ? end.left : undefined;
    const succeeded = end.kind === "exited" && end.code === 0 && !context.texts;
    const notes = [
      ...(left ? [leftBehind(left, "To keep it running, start it with job.")] : []),
      note,
      succeeded ? await unchanged() : undefined,
    ];
    const content = [answer.content, ...notes.filter((one) => one !== undefined)].join("\n");
    const result = { ...answer, content };
    const failed = end.kind === "exited" && end.code !== 0;
    const lacked = failed ? blamedOnSandbox(judged.plan, result.content) : undefined;
    if (lacked === undefined) return { result };
    return {
      result: {
        ...result,
        content: `${result.content}\n${sandboxNote(lacked, judged.plan, await dependencies.sandbox?.listening?.(sessionOf(context)))}`,
      },
      lacked,
    };
  } finally {
    await output.close();
  }
}

type Listening = ReturnType<typeof listen>;

/** Cleans, stores and shows output as it arrives; `enough` fires when the user stops the call or the output is too long. */
function listen(dependencies: ToolDependencies, context: ToolContext) {
  const stripper = terminalCodeStripper();
  const kept = keptOutput(context.outputLimit, () => openSpill(dependencies.spillFolder, context.callName));
  const enough = new AbortController();
  const stop = () => enough.abort();
  context.cancel.addEventListener("abort", stop, { once: true });
  if (context.cancel.aborted) stop();
  let units = 0;
  let shown = 0;
  const keep = (text: string): Promise<void> | void => {
    if (text === "") return;
    const taken = kept.take(text);
    if (shown < mostShown) context.show(text);
    shown += text.length;
    return taken;
  };
  return {
    enough: enough.signal,
    take: (text: string): Promise<void> | void => {
      if (units > flood) return;
      units += text.length;
      if (units > flood) stop();
      return keep(stripper.take(text));
    },
    finish: async () => {
      await keep(stripper.rest());
      await kept.spill()?.settled();
    },
    flooded: () => units > flood,
    text: () => kept.text(),
    spillPath: () => (kept.spill()?.whole() ? kept.spill()?.path : undefined),
    close: async () => {
      context.cancel.removeEventListener("abort", stop);
      await kept.spill()?.close();
    },
  };
}

function formatResult(
  end: CommandEnd,
  {
    seconds,
    most,
    again,
    texts,
  }: { seconds: number; most: number | undefined; again: string | undefined } & Pick<ToolContext, "texts">,
  output: Listening,
): ToolResult {
  const text = output.text();
  const answer = (head: string, exitCode?: number): ToolResult => ({
    outcome: exitCode === 0 ? "ok" : "error",
    content: `${head}\n${text === "" ? "[no output]" : text}`,
    exitCode,
    spillFile: output.spillPath(),
  });
  switch (end.kind) {
    case "exited":
      return texts
        ? { ...answer("", end.code), content: texts.ran(end.code, text) }
        : answer(`exit code ${end.code}`, end.code);
    case "signalled":
      return answer(`ended by ${end.signal}`);
    case "timed-out":
      return answer(
        `timed out after ${seconds} s and was ended. ${seconds === most ? "A read-only command has no longer. Do" : "Give a longer timeout, or do"} less at once.`,
      );
    case "cancelled":
      if (again !== undefined) return answer(`ended: ${madeAgain(again)}`);
      return answer(
        output.flooded() ? "ended: it wrote more than 64 MiB. Write less." : "cancelled by the user",
      );
    case "not-confined":
      return {
        outcome: "error",
        content: `The sandbox could not be made, so nothing ran: ${end.detail.slice(0, 200)}`,
      };
    case "not-started":
      return { outcome: "error", content: `The shell could not be started: ${end.detail.slice(0, 200)}` };
    default:
      return end satisfies never;
  }
}

/** Note for a command that failed because of the sandbox: working around it is useless. */
function sandboxNote(
  lacked: "no network" | "read-only",
  plan: ConfinementPlan,
  listening: readonly number[] | undefined,
): string {
  const network =
    listening === undefined
      ? "has no network"
      : `reaches only the jobs of this session, which listen on ${listening.join(", ") || "no port yet"}`;
  const what = lacked === "no network" ? network : "writes only in the workspace, not in .git";
  const way =
    plan.kind === "inside" && plan.mayLeave
      ? "If it needs that, send the same command again: the user is asked to run it outside."
      : "The user lets nothing run outside; do it another way.";
  return `[It ran in a sandbox that ${what}. ${way}]`;
}
