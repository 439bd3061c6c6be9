import { setTimeout as wait } from "node:timers/promises";
import type { CancelSignal, CommandEnd, ProgramStarter } from "@kestrel/core";
import type { HookEntry } from "@kestrel/protocol/api";
import { commandEnvironment } from "../shell/command-environment.ts";
import type { AskableHook, HookReply } from "./askable-hook.ts";
import type { HookInput } from "./hook-input.ts";
import { readReply } from "./read-reply.ts";

/** Seconds, where an entry does not say. */
const usualSeconds = 10;

/** UTF-16 units of what it prints that are kept; the rest is read and forgotten. */
const mostOutput = 16 * 1024;
const mostErrors = 4 * 1024;

export type HookSurroundings = {
  programs: ProgramStarter;
  environment: Readonly<Record<string, string | undefined>>;
  /** Default `/bin/sh`. */
  shell?: string;
};

/** An entry of the user's, or of a folder they trust, as a hook that can be asked. */
export function commandHook(
  entry: HookEntry,
  from: "user" | "workspace",
  surroundings: HookSurroundings,
): AskableHook {
  const { on, command, tool, timeout_seconds: timeoutSeconds = usualSeconds, on_failure = "go_on" } = entry;
  return {
    name: entry.name ?? command.slice(0, 64),
    ...{ on, command, from, timeoutSeconds, onFailure: on_failure },
    ...(tool !== undefined && { tool }),
    ask: (input, cancel) => asked(entry, input, cancel, { ...surroundings, ms: timeoutSeconds * 1_000 }),
  };
}

/** Runs the line in the session's folder with the occasion on its standard input. */
async function asked(
  { command, env_from = [] }: HookEntry,
  input: HookInput,
  cancel: CancelSignal,
  { programs, environment, shell = "/bin/sh", ms }: HookSurroundings & { ms: number },
): Promise<HookReply> {
  if (cancel.aborted) return { kind: "silent" };
  let [out, errors] = ["", ""];
  const decoder = new TextDecoder();
  const named = Object.fromEntries(
    env_from.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
  const program = await programs.start(
    {
      file: shell,
      args: ["-c", command],
      folder: input.cwd,
      environment: { ...commandEnvironment(environment, input.cwd), ...named },
    },
    {
      output: async (bytes) => {
        if (out.length < mostOutput)
          out = (out + decoder.decode(bytes, { stream: true })).slice(0, mostOutput);
      },
      errors: (text) => {
        if (errors.length < mostErrors) errors = (errors + text).slice(0, mostErrors);
      },
    },
  );
  const stop = () => void program.end(0);
  cancel.addEventListener("abort", stop, { once: true });
  if (cancel.aborted) stop();
  const over = new AbortController();
  const late = wait<CommandEnd>(ms, { kind: "timed-out" }, over).catch(
    (): CommandEnd => ({ kind: "timed-out" }),
  );
  try {
    void program.write(`${JSON.stringify(input)}\n`);
    // Its input is closed behind that, and what it leaves behind is ended with it.
    void program.end(ms);
    const end = await Promise.race([program.ended, late]);
    if (end.kind === "timed-out") await program.end(0);
    else await program.spoken;
    if (cancel.aborted) return { kind: "silent" };
    return readReply(input.stage, end, out, errors);
  } finally {
    over.abort();
    cancel.removeEventListener("abort", stop);
  }
}
