import type { CommandEnd, Tool, ToolContext, ToolResult } from "@kestrel/core";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { Refusal } from "../answer/refusal.ts";
import type { ToolHouse } from "../house.ts";
import { openRelay } from "../relay/relay-file.ts";
import { commandEnvironment } from "./command-environment.ts";
import { keptOutput } from "./kept-output.ts";
import { labelCommand } from "./label-command.ts";
import { terminalCodeStripper } from "./strip-terminal-codes.ts";

const Arguments = z.object({ command: z.string(), timeout: z.number().optional() });
type Arguments = z.infer<typeof Arguments>;

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 600;
/** A command that writes more, in UTF-16 units, is ended: nobody reads it, and the disk is the user's. */
const FLOOD = 64 * 1024 * 1024;
/** Live output past this is not shown; the relay file has it. */
const MOST_SHOWN = 256 * 1024;

/** Runs a command with `sh -c` in the workspace: fresh every time, no terminal, no input, a small environment. */
export function shellTool(house: ToolHouse): Tool {
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
            description: `seconds, default ${DEFAULT_SECONDS}, at most ${MOST_SECONDS}`,
          },
        },
        required: ["command"],
      },
    },
    describe: (args) => ({ commands: [Arguments.parse(args).command] }),
    assess: async (args) => labelCommand(Arguments.parse(args).command),
    run: (args, surroundings) => answering(() => runInShell(house, Arguments.parse(args), surroundings)),
  };
}

async function runInShell(house: ToolHouse, args: Arguments, surroundings: ToolContext): Promise<ToolResult> {
  if (args.command.trim() === "") throw new Refusal("The command is empty.");
  if (args.command.includes("\0")) throw new Refusal("The command holds a NUL character.");
  const seconds = Math.min(MOST_SECONDS, Math.max(1, Math.trunc(args.timeout ?? DEFAULT_SECONDS)));
  const output = listen(house, surroundings);
  try {
    const end = await house.commandRunner.run(
      {
        file: house.shell ?? "/bin/sh",
        args: ["-c", args.command],
        folder: surroundings.workspace,
        environment: commandEnvironment(house.environment ?? process.env, surroundings.workspace),
        timeoutMs: seconds * 1000,
      },
      output.take,
      output.enough,
    );
    output.finish();
    return told(end, seconds, output);
  } finally {
    output.close();
  }
}

type Listening = ReturnType<typeof listen>;

/** Cleans, keeps and shows output as it comes; `enough` fires when the user stops the call or the command floods. */
function listen(house: ToolHouse, surroundings: ToolContext) {
  const stripper = terminalCodeStripper();
  const kept = keptOutput(surroundings.outputLimit, () =>
    openRelay(house.relayFolder, surroundings.callName),
  );
  const enough = new AbortController();
  const stop = () => enough.abort();
  surroundings.cancel.addEventListener("abort", stop, { once: true });
  if (surroundings.cancel.aborted) stop();
  let units = 0;
  let shown = 0;
  const keep = (text: string) => {
    if (text === "") return;
    kept.take(text);
    if (shown < MOST_SHOWN) surroundings.show(text);
    shown += text.length;
  };
  return {
    enough: enough.signal,
    take: (text: string) => {
      if (units > FLOOD) return;
      units += text.length;
      keep(stripper.take(text));
      if (units > FLOOD) stop();
    },
    finish: () => keep(stripper.rest()),
    flooded: () => units > FLOOD,
    text: () => kept.text(),
    relayPath: () => kept.relay()?.path,
    close: () => {
      surroundings.cancel.removeEventListener("abort", stop);
      kept.relay()?.close();
    },
  };
}

function told(end: CommandEnd, seconds: number, output: Listening): ToolResult {
  const text = output.text();
  const answer = (head: string, exitCode?: number): ToolResult => ({
    outcome: exitCode === 0 ? "ok" : "error",
    content: `${head}\n${text === "" ? "[no output]" : text}`,
    exitCode,
    relay: output.relayPath(),
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
