import { setTimeout as wait } from "node:timers/promises";
import type {
  CancelSignal,
  Command,
  CommandEnd,
  CommandRunner,
  Confinement,
  EnteredCommand,
  Sandbox,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { mostTries } from "../sandbox/sandbox-maker.ts";
import { within } from "../within.ts";
import { type CommandLimits, commandLimits } from "./command-limits.ts";
import { openPipe } from "./open-pipe.ts";
import { pacedOutput } from "./paced-output.ts";
import { sandboxWords } from "./sandbox-words.ts";
import { type Solitude, Standstill } from "./standstill.ts";
import { type Supervised, type SupervisorFiles, supervise } from "./supervise.ts";

/** Milliseconds after the program's end for pending output, or output held open by an escaped process. */
const drainMs = 240;
/** Milliseconds after a cancel for the supervisor to report; a loaded machine must not delay the answer. */
const cancelMs = 400;

/** Milliseconds after the program's end to end and report its remaining processes, which get 200 ms to end by themselves. */
const leftMs = 1_000;

export type CommandSurroundings = SupervisorFiles & { sandbox?: Sandbox; standstill?: Standstill };

type Begun = { begun?(program: Supervised): void };

/** Runs commands under the supervisor: none outlives the daemon. Costs one Node start (about 50 ms) per command. */
export function createCommandRunner(
  place: CommandSurroundings,
  limits: Partial<CommandLimits> = {},
): CommandRunner {
  const standstill = place.standstill ?? new Standstill();
  return {
    ...runnerWithin(undefined, { ...place, standstill }, limits),
    alone: (folders, cancel, work) =>
      standstill.alone(folders, cancel, (solitude) =>
        work(runnerWithin(solitude, { ...place, standstill }, limits)),
      ),
  };
}

/** A command runner; with a `solitude` it may write while all other writers of its folders are paused. */
function runnerWithin(
  solitude: Solitude | undefined,
  place: CommandSurroundings & { standstill: Standstill },
  limits: Partial<CommandLimits>,
): CommandRunner {
  return {
    run: async (command, output, cancel) => {
      if (!command.confinement) return runCommand(command, output, cancel, place, limits);
      for (let tries = mostTries; ; tries -= 1) {
        const { again, ...end } = await writing(
          command.confinement,
          place.standstill,
          cancel,
          solitude,
          (begun) => runConfined(command, output, cancel, { ...place, begun }, limits),
        );
        if (!again || tries === 1) return end;
      }
    },
  };
}

/** Registers a writer of the folders while it runs. Read-only commands need not register. */
async function writing(
  { writable, readOnly }: Confinement,
  standstill: Standstill,
  cancel: CancelSignal,
  solitude: Solitude | undefined,
  run: (begun: (program: Supervised) => void) => Promise<CommandEnd & { again?: true }>,
): Promise<CommandEnd & { again?: true }> {
  let begun: (program?: Supervised) => void = () => {};
  const program = new Promise<Supervised | undefined>((resolve) => {
    begun = resolve;
  });
  const writer = { folders: readOnly ? [] : writable, program };
  if (!(await standstill.begin(writer, cancel, solitude))) return { kind: "cancelled" };
  try {
    return await run(begun);
  } finally {
    standstill.end(writer);
    begun();
  }
}

async function runConfined(
  command: Command,
  output: (text: string) => Promise<void> | void,
  cancel: CancelSignal,
  place: CommandSurroundings & Begun,
  limits: Partial<CommandLimits>,
): Promise<CommandEnd & { again?: true }> {
  let entered: EnteredCommand;
  try {
    if (!place.sandbox) throw new Error("there is no sandbox to enter");
    entered = await place.sandbox.enter(command);
  } catch (error) {
    return { kind: "not-confined", detail: String(error) };
  }
  const words = sandboxWords(output);
  const own = { ...commandLimits(command.folder), ...limits };
  const ended = await runCommand(entered.command, words.take, cancel, place, own);
  const end = await entered.leave(ended, words.first());
  if (!end.again) await words.release();
  return end;
}

async function runCommand(
  command: Command,
  output: (text: string) => Promise<void> | void,
  cancel: CancelSignal,
  place: SupervisorFiles & Begun,
  own: Partial<CommandLimits>,
): Promise<CommandEnd> {
  if (cancel.aborted) return { kind: "cancelled" };
  const interruption = interruptedBy(command.timeoutMs, cancel);
  const pipe = await openPipe();
  const given = { ...commandLimits(command.folder), ...own };
  const { memoryBytes = given.memoryBytes } = command;
  const limits = { ...given, memoryBytes: Math.min(given.memoryBytes, memoryBytes) };
  let program: Supervised;
  try {
    program = await supervise({ ...command, streams: "joined", pipe, limits }, place);
  } catch (error) {
    interruption.forget();
    pipe?.reader.destroy();
    return { kind: "not-started", detail: String(error) };
  }
  place.begun?.(program);
  const reading = pacedOutput(program.output, output);
  const first = await Promise.race([program.ended, interruption.happened]);
  interruption.forget();
  const interrupted = first.kind === "timed-out" || first.kind === "cancelled";
  if (interrupted) {
    program.kill();
    await within(cancelMs, program.ended);
  }
  await outputDrained(program, interrupted ? 50 : drainMs);
  reading.stop();
  if (first.kind === "signalled" && first.processes !== undefined)
    await output(`\n[Ended: it had ${first.processes} processes at once.]\n`);
  const left = first.kind === "exited" && command.watched ? await within(leftMs, program.left) : undefined;
  // A stop does not wait for output that the disk has not accepted by then.
  if (!interrupted) await reading.taken();
  if (first.kind === "exited" && left !== undefined && left.length > 0) return { ...first, left };
  return first.kind === "signalled" ? { kind: "signalled", signal: first.signal } : first;
}

type Interruption = { kind: "timed-out" } | { kind: "cancelled" };

function interruptedBy(timeoutMs: number | undefined, cancel: CancelSignal) {
  const over = new AbortController();
  const cancelled = new Promise<Interruption>((resolve) => {
    const onAbort = () => resolve({ kind: "cancelled" });
    cancel.addEventListener("abort", onAbort);
    over.signal.addEventListener("abort", () => cancel.removeEventListener("abort", onAbort));
  });
  const timedOut =
    timeoutMs === undefined ? [] : [wait<Interruption>(timeoutMs, { kind: "timed-out" }, over)];
  const happened = Promise.race([cancelled, ...timedOut]);
  // `forget` aborts the wait, and its rejection needs no handling.
  happened.catch(passOver("wait"));
  return { happened, forget: () => over.abort() };
}

/** The stream closes when the last holder of its other end has ended. */
function outputDrained(program: Supervised, atMostMs: number): Promise<unknown> {
  if (program.output.closed || program.output.readableEnded) return Promise.resolve();
  return within(atMostMs, new Promise<void>((resolve) => program.output.once("close", resolve)));
}
