import { setTimeout as wait } from "node:timers/promises";
import { Cancellation, type CancelSignal, type CommandEnd, type ProgramStarter } from "@kestrel/core";
import type { HookEntry } from "@kestrel/protocol/api";
import { blamedOnSandbox } from "../confine/blamed-on-sandbox.ts";
import { type ConfinementPlan, confinedEnvironment } from "../confine/plan-confinement.ts";
import { runGuarded } from "../confine/run-guarded.ts";
import { commandEnvironment } from "../shell/command-environment.ts";
import type { AskableHook, HookReply } from "./askable-hook.ts";
import type { HookInput } from "./hook-input.ts";
import { type HookConfinement, placeOfHook } from "./place-of-hook.ts";
import { readReply } from "./read-reply.ts";

/** Seconds; default of an entry. */
const usualSeconds = 10;

/** UTF-16 units of output that are kept; the rest is discarded. */
const mostOutput = 16 * 1024;
const mostErrors = 4 * 1024;

export type HookSurroundings = {
  programs: ProgramStarter;
  environment: Readonly<Record<string, string | undefined>>;
  /** Default `/bin/sh`. */
  shell?: string;
  /** The sandbox, if any. Without it hooks run outside. */
  confinement?: HookConfinement;
  /** For a hook from a folder: whether its files still have the trusted content. */
  unchanged?(): Promise<boolean>;
};

/** Makes a hook from an entry of the user or of a trusted folder. */
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
    ask: (input, cancel) =>
      asked(entry, input, cancel, { ...surroundings, from, ms: timeoutSeconds * 1_000 }),
  };
}

/** Runs the line in the session's folder with the hook input on its standard input, if it may run. */
async function asked(
  entry: HookEntry,
  input: HookInput,
  cancel: CancelSignal,
  parts: HookSurroundings & { from: "user" | "workspace"; ms: number },
): Promise<HookReply> {
  if (cancel.aborted) return { kind: "silent" };
  const { confinement, unchanged, ms } = parts;
  const plan = await placeOfHook(entry, parts.from, input.cwd, confinement);
  if (plan.kind === "nowhere") return { kind: "failed", detail: plan.why };
  const run = async (): Promise<HookReply> =>
    unchanged && !(await unchanged())
      ? { kind: "failed", detail: "its files changed since you allowed it" }
      : runWithin(entry, input, cancel, { ...parts, plan });
  const { alone } = confinement?.commandRunner ?? {};
  if (!unchanged || !alone || plan.kind === "plain") return run();
  // A sandboxed command could change its files between the check and the start.
  const patience = new Cancellation(cancel);
  const late = setTimeout(() => patience.cancel(), ms);
  const end = await alone(plan.confinement.writable, patience, async () => {
    clearTimeout(late);
    return run();
  }).finally(() => {
    clearTimeout(late);
    patience.release();
  });
  switch (end.kind) {
    case "done":
      return end.value;
    case "cancelled":
      return cancel.aborted ? { kind: "silent" } : { kind: "failed", detail: "timed-out" };
    case "unheld":
      return { kind: "failed", detail: "another command in this folder could change its files" };
    default:
      return end satisfies never;
  }
}

type Within = HookSurroundings & { ms: number; plan: Extract<ConfinementPlan, { kind: "plain" | "inside" }> };

async function runWithin(
  { command, env_from = [] }: HookEntry,
  input: HookInput,
  cancel: CancelSignal,
  { programs, environment, shell = "/bin/sh", ms, plan, confinement }: Within,
): Promise<HookReply> {
  let [out, errors] = ["", ""];
  const decoder = new TextDecoder();
  const named = Object.fromEntries(
    env_from.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
  const line = {
    file: shell,
    args: ["-c", command],
    folder: input.cwd,
    environment: {
      ...commandEnvironment(environment, input.cwd),
      ...(plan.kind === "inside" && confinedEnvironment),
      ...named,
    },
    ...(plan.kind === "inside" && { confinement: plan.confinement }),
  };
  const { end, note } = await runGuarded(confinement ?? {}, plan, input.cwd, async (again) => {
    const program = await programs.start(line, {
      output: async (bytes) => {
        if (out.length < mostOutput)
          out = (out + decoder.decode(bytes, { stream: true })).slice(0, mostOutput);
      },
      errors: (text) => {
        if (errors.length < mostErrors) errors = (errors + text).slice(0, mostErrors);
      },
    });
    const stop = () => void program.end(0);
    cancel.addEventListener("abort", stop, { once: true });
    again.addEventListener("abort", stop, { once: true });
    if (cancel.aborted) stop();
    const over = new AbortController();
    const timedOut: CommandEnd = { kind: "timed-out" };
    const late = wait(ms, timedOut, over).catch(() => timedOut); // expected: it answered before
    try {
      void program.write(`${JSON.stringify(input)}\n`);
      // Then its input is closed, and its remaining child processes are ended.
      void program.end(ms);
      const ended = await Promise.race([program.ended, late]);
      if (ended.kind === "timed-out") await program.end(0);
      else await program.spoken;
      return ended;
    } finally {
      over.abort();
      cancel.removeEventListener("abort", stop);
    }
  });
  if (cancel.aborted) return { kind: "silent" };
  const reply = readReply(input.stage, end, out, errors);
  const lacked = reply.kind === "failed" ? blamedOnSandbox(plan, errors) : undefined;
  return noting(noting(reply, lacked && `[It ran in the sandbox: ${lacked}.]`), note);
}

/** Adds a note about the sandbox to the reply of the hook. */
function noting(reply: HookReply, note: string | undefined): HookReply {
  if (note === undefined) return reply;
  switch (reply.kind) {
    case "silent":
      return { kind: "failed", detail: note };
    case "failed":
      return { ...reply, detail: `${reply.detail} ${note}` };
    case "said":
      return { ...reply, text: `${reply.text}\n${note}` };
    default:
      return reply satisfies never;
  }
}
