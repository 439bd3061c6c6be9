import { once } from "node:events";
import type {
  CommandEnd,
  EnteredCommand,
  ProgramEars,
  ProgramStarter,
  RunningProgram,
  Sandbox,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { within } from "../within.ts";
import { commandLimits } from "./command-limits.ts";
import type { Standstill } from "./standstill.ts";
import { type Supervised, type SupervisorFiles, supervise } from "./supervise.ts";

/** Milliseconds to report the killed processes; a loaded machine must not block. */
const killedMs = 1_000;

/** Milliseconds after its end for pending output, or output held open by an escaped process. */
const drainMs = 250;

/** UTF-16 units of a confined program's first error output that may be the sandbox's error message. */
const firstWords = 400;

/** Starts programs under the supervisor with open input and streamed output. */
export function createProgramStarter({
  standstill,
  ...place
}: SupervisorFiles & { sandbox?: Sandbox; standstill?: Standstill }): ProgramStarter {
  return {
    start: async (program, ears) => {
      let running: Supervised;
      let entered: EnteredCommand | undefined;
      try {
        const limits = commandLimits(program.folder);
        if (program.confinement && !place.sandbox) return notStarted("there is no sandbox to enter");
        entered = program.confinement && (await place.sandbox?.enter(program));
        running = await supervise({ ...(entered?.command ?? program), streams: "separate", limits }, place);
      } catch (error) {
        return notStarted(String(error));
      }
      const { writable = [], readOnly } = program.confinement ?? {};
      const writer = { folders: readOnly ? [] : writable, program: Promise.resolve(running) };
      standstill?.join(writer);
      void running.ended.then(() => standstill?.end(writer));
      let words = "";
      listen(running, {
        ...ears,
        errors: (text) => {
          if (words.length < firstWords) words = (words + text).slice(0, firstWords);
          ears.errors(text);
        },
      });
      const ended = running.ended.then(
        async (end) => (await entered?.leave(end, words).catch(passOver("leaving a sandbox"))) ?? end,
      );
      return {
        ended,
        spoken: running.ended.then(() =>
          within(drainMs, Promise.all([closed(running.output), closed(running.errors)])),
        ),
        write: (text) => written(running, text),
        end: async (graceMs) => {
          running.endInput();
          await within(graceMs, running.ended);
          running.kill();
          await within(killedMs, running.ended);
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
