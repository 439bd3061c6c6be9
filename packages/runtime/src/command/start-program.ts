import { once } from "node:events";
import type {
  Command,
  CommandEnd,
  ProgramEars,
  ProgramStarter,
  RunningProgram,
  Sandbox,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { mostTries } from "../sandbox/sandbox-maker.ts";
import { within } from "../within.ts";
import { commandLimits } from "./command-limits.ts";
import { sandboxWords } from "./sandbox-words.ts";
import type { Standstill } from "./standstill.ts";
import { type Supervised, type SupervisorFiles, supervise } from "./supervise.ts";

/** Milliseconds to report the killed processes; a loaded machine must not block. */
const killedMs = 1_000;

/** Milliseconds after its end for pending output, or output held open by an escaped process. */
const drainMs = 250;

/** One start of a program. `over` resolves after what it wrote to its errors was delivered. */
type Attempt = { running: Supervised; over: Promise<CommandEnd & { again?: true }> };

/** Starts programs under the supervisor with open input and streamed output. */
export function createProgramStarter({
  standstill,
  ...place
}: SupervisorFiles & { sandbox?: Sandbox; standstill?: Standstill }): ProgramStarter {
  const attempt = async (program: Omit<Command, "timeoutMs">, ears: ProgramEars): Promise<Attempt> => {
    const limits = commandLimits(program.folder);
    if (program.confinement && !place.sandbox) throw new Error("there is no sandbox to enter");
    const entered = program.confinement && (await place.sandbox?.enter(program));
    const running = await supervise({ ...(entered?.command ?? program), streams: "separate", limits }, place);
    const { writable = [], readOnly } = program.confinement ?? {};
    const writer = { folders: readOnly ? [] : writable, program: Promise.resolve(running) };
    standstill?.join(writer);
    void running.ended.then(() => standstill?.end(writer));
    if (!entered) {
      listen(running, ears);
      return { running, over: running.ended };
    }
    const words = sandboxWords(ears.errors);
    listen(running, { output: ears.output, errors: words.take });
    const leave = async (end: CommandEnd) => {
      await within(drainMs, closed(running.errors));
      const left = await entered.leave(end, words.first()).catch(passOver("leaving a sandbox"));
      if (!left?.again) words.release();
      return left ?? end;
    };
    return { running, over: running.ended.then(leave) };
  };
  return {
    start: async (program, ears) => {
      // Written before the first output: another attempt gets it again.
      let unanswered: string[] | undefined = program.confinement && [];
      let [isInputOver, isKilled] = [false, false];
      const begin = () =>
        attempt(program, {
          ...ears,
          output: (bytes) => {
            unanswered = undefined;
            return ears.output(bytes);
          },
        });
      let now: Attempt;
      try {
        now = await begin();
      } catch (error) {
        return notStarted(String(error));
      }
      const lastEnd = async (): Promise<CommandEnd> => {
        for (let tries = mostTries; ; tries -= 1) {
          const { again, ...end } = await now.over;
          if (!again || tries === 1 || isKilled) return end;
          now = await begin();
          for (const text of unanswered ?? []) void written(now.running, text);
          if (isInputOver) now.running.endInput();
          if (isKilled) now.running.kill();
        }
      };
      const ended = lastEnd().catch((error): CommandEnd => ({ kind: "not-started", detail: String(error) }));
      return {
        ended,
        spoken: ended.then(() =>
          within(drainMs, Promise.all([closed(now.running.output), closed(now.running.errors)])),
        ),
        write: (text) => {
          unanswered?.push(text);
          return written(now.running, text);
        },
        end: async (graceMs) => {
          isInputOver = true;
          now.running.endInput();
          await within(graceMs, ended);
          isKilled = true;
          now.running.kill();
          await within(killedMs, now.running.ended);
        },
      };
    },
  };
}

function closed(stream: Supervised["errors"]): Promise<void> {
  if (!stream || stream.closed || stream.readableEnded) return Promise.resolve();
  return new Promise((resolve) => void stream.once("close", () => resolve()));
}

function notStarted(detail: string): RunningProgram {
  const ended = Promise.resolve<CommandEnd>({ kind: "not-started", detail });
  return { ended, spoken: ended, write: async () => {}, end: async () => {} };
}

function listen({ output, errors }: Supervised, ears: ProgramEars): void {
  output.on("data", (bytes: Buffer) => {
    output.pause();
    const taken = ears.output(bytes).catch(passOver("taking output"));
    void taken.then(() => output.resume());
  });
  errors?.setEncoding("utf8").on("data", (text: string) => ears.errors(text));
}

async function written({ input, ended }: Supervised, text: string): Promise<void> {
  if (!input?.writable || input.write(text)) return;
  const over = new AbortController();
  await Promise.race([
    once(input, "drain", { signal: over.signal }).catch(passOver("writing to a program")),
    ended,
  ]);
  over.abort();
}
