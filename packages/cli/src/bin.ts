import { inspect } from "node:util";
import { backgroundWord } from "@kestrel/app/launch-words";
import { programCommand } from "@kestrel/app/program-command";
import { version } from "@kestrel/app/version";
import { withoutSecrets } from "@kestrel/diagnostics";
import { type FlagName, type Flags, readCommandLine, UsageError } from "./arguments.ts";
import { type CommandRow, commandTable, dialogue } from "./command-table.ts";
import type { CommandInput } from "./commands/command.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "./exit-codes.ts";
import { CommandFailure, failureOf } from "./failure-of.ts";
import { helpOfCommand } from "./help-of-command.ts";
import { languageOf, type Say, speaker } from "./i18n/say.ts";
import { placesInSources } from "./machine/places-in-sources.ts";
import { standardInput } from "./machine/standard-input.ts";
import { mindOutput } from "./mind-output.ts";
import { longestTask } from "./run/longest-task.ts";
import { print, printAside, printAsideAtWords } from "./terminal/print.ts";

async function main(): Promise<number> {
  if (process.argv[2] === backgroundWord) return inBackground(process.argv[3] ?? "");
  const say = await speaker(languageOf(process.env), programCommand);
  const outputFailed = mindOutput(say);
  const code = await done(say);
  return code === exitCodes.done && outputFailed() ? exitCodes.failed : code;
}

/** Does what the command line asks for. */
async function done(say: Say): Promise<number> {
  try {
    const { command, words, flags } = readCommandLine(process.argv.slice(2), say);
    if (flags.version) return printed(version);
    if (flags.help || command === "help")
      return printed(helpFor(command === "help" ? words[0] : command, say));
    if (command === undefined) return await bare(words, flags, say);
    const row = Object.hasOwn(commandTable, command) ? commandTable[command] : undefined;
    if (!row) throw new UsageError(say("command.unknown", { command }));
    return await started(command, row, { words, flags, say });
  } catch (error) {
    if (error instanceof UsageError) {
      printAsideAtWords(say("usage", { problem: error.message }));
      return exitCodes.usage;
    }
    const { code, params } = failureOf(error);
    printAsideAtWords(say(`error.${code}`, params));
    if (code === "internal" || process.env.KESTREL_DEBUG)
      printAside(withoutSecrets(await placesInSources(inspect(error))));
    return error instanceof CommandFailure && error.left ? exitCodes.interrupted : exitCodeOf(code);
  }
}

/** What a client started: see `launchDaemon`. */
async function inBackground(order: string): Promise<ExitCode> {
  const { liveInBackground } = await import("./daemon/live-in-background.ts");
  return liveInBackground(JSON.parse(order));
}

/** All of the help, or what it says of one command. Throws UsageError for a command that there is not. */
function helpFor(command: string | undefined, say: Say): string {
  const program = programCommand();
  const typed = program === "kestrel" ? "" : `\n\n${say("help.typed", { program })}`;
  if (command === undefined || command === "help") return say("help") + typed;
  const row = Object.hasOwn(commandTable, command) ? commandTable[command] : undefined;
  if (!row) throw new UsageError(say("command.unknown", { command }));
  return helpOfCommand(say("help"), command, row) + typed;
}

/** `kestrel` alone: a dialogue at a terminal; what is piped in is a task; otherwise there is nothing to do but explain. */
async function bare(words: string[], flags: Flags, say: Say): Promise<number> {
  const name = "kestrel";
  if (process.stdin.isTTY && process.stdout.isTTY) return started(name, dialogue, { words, flags, say });
  const input = standardInput(() => printAside(say("run.waitsForInput")));
  const task = await input.readIfGiven(longestTask);
  const run = commandTable.run;
  if (task.trim() === "" || !run) {
    refuseForeignFlags(name, dialogue, flags, say);
    // Something was to be piped in, and nothing came: that is a mistake in a script, not a wish for help.
    if (input.kind === "pipe") throw new UsageError(say("run.nothing"));
    return printed(say("help"));
  }
  const read = async () => task;
  return started(name, run, { words, flags, say, input: { kind: input.kind, read, readIfGiven: read } });
}

/** Runs a command that takes these flags and words. Throws UsageError when it does not. */
async function started(name: string, row: CommandRow, input: CommandInput): Promise<number> {
  const { words, flags, say } = input;
  refuseForeignFlags(name, row, flags, say);
  if (!row.words && words.length > 0)
    throw new UsageError(say("command.unknown", { command: [name, ...words].join(" ") }));
  const { keepDiagnostics } = await import("@kestrel/app/diagnostics");
  const diagnostics = keepDiagnostics();
  try {
    return await (await row.load())(input);
  } catch (error) {
    // Whatever was not expected is reported here, while reports are kept.
    failureOf(error);
    throw error;
  } finally {
    await diagnostics.close();
  }
}

function refuseForeignFlags(command: string, row: CommandRow, flags: Flags, say: Say): void {
  const foreign = Object.keys(flags).find((flag) => !row.flags.includes(flag as FlagName));
  if (foreign !== undefined)
    throw new UsageError(say("usage.foreignFlag", { command, flag: `--${foreign}` }));
}

function printed(text: string): number {
  print(text);
  return exitCodes.done;
}

main().then((code) => {
  process.exitCode = code;
});
