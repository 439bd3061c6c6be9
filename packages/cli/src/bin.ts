import { inspect } from "node:util";
import { readCommandLine, UsageError } from "./arguments.ts";
import type { RunCommand } from "./commands/command.ts";
import { exitCodeOf, exitCodes } from "./exit-codes.ts";
import { failureOf } from "./failure-of.ts";
import { languageOf, speaker } from "./i18n/say.ts";
import { print, printAside } from "./terminal/print.ts";
import { version } from "./version.ts";

/** Each command is loaded when it is run, and only then. */
const commands: Record<string, () => Promise<RunCommand>> = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  start: async () => (await import("./commands/start.ts")).start,
  open: async () => (await import("./commands/open.ts")).open,
  engine: async () => (await import("./commands/engine.ts")).engine,
  run: async () => (await import("./commands/run.ts")).run,
  models: async () => (await import("./commands/models.ts")).models,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  probe: async () => (await import("./commands/probe.ts")).probe,
  sessions: async () => (await import("./commands/sessions.ts")).sessions,
};

async function main(): Promise<number> {
  const say = await speaker(languageOf(process.env));
  try {
    const { command, words, flags } = readCommandLine(process.argv.slice(2));
    if (flags.version) return printed(version);
    const talks = command === undefined && process.stdin.isTTY === true && process.stdout.isTTY === true;
    if (flags.help || command === "help" || (command === undefined && !talks)) return printed(say("help"));
    if (command === undefined) return await (await import("./commands/repl.ts")).repl({ words, flags, say });
    const load = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (!load) throw new UsageError(say("command.unknown", { command }));
    const run = await load();
    return await run({ words, flags, say });
  } catch (error) {
    if (error instanceof UsageError) {
      printAside(say("usage", { problem: error.message }));
      return exitCodes.usage;
    }
    const { code, params } = failureOf(error);
    printAside(say(`error.${code}`, params));
    if (code === "internal" || process.env.KESTREL_DEBUG) printAside(inspect(error));
    return exitCodeOf(code);
  }
}

function printed(text: string): number {
  print(text);
  return exitCodes.done;
}

main().then((code) => {
  process.exitCode = code;
});
