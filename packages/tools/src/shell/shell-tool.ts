import type { CallBinding, CommandEnd, Tool, ToolContext, ToolResult } from "@kestrel/core";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { isStale } from "../answer/is-stale.ts";
import { Refusal } from "../answer/refusal.ts";
import { provesReading } from "../command-line/proves-reading.ts";
import { gitReadingEnvironment } from "../command-line/read-git.ts";
import { boundsOf } from "../place/confined-path.ts";
import { openSpill } from "../spill/spill-file.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { commandEnvironment } from "./command-environment.ts";
import { describeCommand } from "./describe-command.ts";
import { keptOutput } from "./kept-output.ts";
import { labelCommand } from "./label-command.ts";
import { namedScripts } from "./named-scripts.ts";
import { terminalCodeStripper } from "./strip-terminal-codes.ts";

const Arguments = z.object({ command: z.string(), timeout: z.number().optional() });
type Arguments = z.infer<typeof Arguments>;

const defaultSeconds = 120;
const mostSeconds = 600;
/** A command that writes more, in UTF-16 units, is ended: nobody reads it, and the disk is the user's. */
const flood = 64 * 1024 * 1024;
/** Live output past this is not shown; the spill file has it. */
const mostShown = 256 * 1024;

/** Runs a command with `sh -c` in the workspace: fresh every time, no terminal, no input, a small environment. */
export function shellTool(dependencies: ToolDependencies): Tool {
  return {
    concurrent: false,
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
    assess: async (args, context) => {
      const { command } = Arguments.parse(args);
      const binding = await groundOf(dependencies, command, context);
      if (onlyReads(binding)) return { risk: "read", reasons: ["reads_workspace"], binding };
      return { ...labelCommand(command), binding };
    },
    run: (args, context) =>
      answering(async () => {
        const wanted = Arguments.parse(args);
        const ground = await groundOf(dependencies, wanted.command, context);
        if (context.approved && isStale(ground, context)) return { outcome: "stale" };
        return runInShell(dependencies, wanted, context, onlyReads(ground) ? gitReadingEnvironment : {});
      }),
  };
}

/** An answer to a command covers the bytes of the scripts it names; one that only reads as things stand needs none. */
async function groundOf(
  dependencies: ToolDependencies,
  command: string,
  { workspace, callName }: ToolContext,
): Promise<CallBinding> {
  const bounds = await boundsOf(workspace, dependencies);
  if (await provesReading(command, bounds)) return { proven: "reading" };
  return namedScripts(command, workspace, callName);
}

function onlyReads({ proven }: CallBinding): boolean {
  return proven === "reading";
}

async function runInShell(
  dependencies: ToolDependencies,
  args: Arguments,
  context: ToolContext,
  more: Readonly<Record<string, string>>,
): Promise<ToolResult> {
  if (args.command.trim() === "") throw new Refusal("The command is empty.");
  if (args.command.includes("\0")) throw new Refusal("The command holds a NUL character.");
  const seconds = Math.min(mostSeconds, Math.max(1, Math.trunc(args.timeout ?? defaultSeconds)));
  const output = listen(dependencies, context);
  try {
    const end = await dependencies.commandRunner.run(
      {
        file: dependencies.shell ?? "/bin/sh",
        args: ["-c", args.command],
        folder: context.workspace,
        environment: {
          ...commandEnvironment(dependencies.environment ?? process.env, context.workspace),
          ...more,
        },
        timeoutMs: seconds * 1000,
      },
      output.take,
      output.enough,
    );
    await output.finish();
    return told(end, seconds, output);
  } finally {
    await output.close();
  }
}

type Listening = ReturnType<typeof listen>;

/** Cleans, keeps and shows output as it comes; `enough` fires when the user stops the call or the command floods. */
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

function told(end: CommandEnd, seconds: number, output: Listening): ToolResult {
  const text = output.text();
  const answer = (head: string, exitCode?: number): ToolResult => ({
    outcome: exitCode === 0 ? "ok" : "error",
    content: `${head}\n${text === "" ? "[no output]" : text}`,
    exitCode,
    spillFile: output.spillPath(),
  });
  switch (end.kind) {
    case "exited":
      return answer(`exit code ${end.code}`, end.code);
    case "signalled":
      return answer(`ended by ${end.signal}`);
    case "timed-out":
      return answer(`timed out after ${seconds} s and was ended. Give a longer timeout, or do less at once.`);
    case "cancelled":
      return answer(
        output.flooded() ? "ended: it wrote more than 64 MiB. Write less." : "cancelled by the user",
      );
    case "not-started":
      return { outcome: "error", content: `The shell could not be started: ${end.detail.slice(0, 200)}` };
    default:
      return end satisfies never;
  }
}
