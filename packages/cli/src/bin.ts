import { inspect } from "node:util";
import { backgroundWord } from "@kestrel/app/launch-words";
import { programCommand } from "@kestrel/app/program-command";
import { version } from "@kestrel/app/version";
import { withoutSecrets } from "@kestrel/diagnostics";
import type { ErrorCode, ErrorParams } from "@kestrel/protocol";
import { type CommandLine, readCommandLine, UsageError } from "./arguments.ts";
import { commandLoaders } from "./command-loaders.ts";
import { commandMeant } from "./command-meant.ts";
import type { CommandName } from "./command-table.ts";
import type { CommandInput } from "./commands/command.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "./exit-codes.ts";
import { CommandFailure, failureOf } from "./failure-of.ts";
import { languageOf, type Say, speaker } from "./i18n/say.ts";
import { placesInSources } from "./machine/places-in-sources.ts";
import { standardInput } from "./machine/standard-input.ts";
import { mindOutput } from "./mind-output.ts";
import { longestTask } from "./run/longest-task.ts";
import { schemaVersion } from "./run/schema-version.ts";
import { print, printAside, printAsideAtWords, printJson } from "./terminal/print.ts";

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
    const line = readCommandLine(process.argv.slice(2), say);
    const { command, words, flags } = line;
    if (flags.version) return printed(version);
    if (flags.help) return await helpFor(command === undefined ? [] : [command, ...words], say);
    const talks = process.stdin.isTTY && process.stdout.isTTY;
    if (command === undefined && !talks) return await piped(line, say);
    const { name, ...meant } = commandMeant(line, say, talks ? "kestrel" : "run");
    return await started(name, { ...meant, flags, say });
  } catch (error) {
    if (error instanceof UsageError) {
      printAsideAtWords(say("usage", { problem: error.message, about: error.about }));
      if (process.argv.includes("--json"))
        printFailure("invalid_request", { problem: error.message }, exitCodes.usage);
      return exitCodes.usage;
    }
    const { code, params } = failureOf(error);
    printAsideAtWords(say(`error.${code}`, params));
    if (code === "internal" || process.env.KESTREL_DEBUG)
      printAside(withoutSecrets(await placesInSources(inspect(error))));
    return codeOf(error, code);
  }
}

/** What a client started: see `launchDaemon`. */
async function inBackground(order: string): Promise<ExitCode> {
  const { liveInBackground } = await import("./daemon/live-in-background.ts");
  return liveInBackground(JSON.parse(order));
}

async function helpFor(words: string[], say: Say): Promise<ExitCode> {
  return (await import("./commands/help.ts")).help({ words, say });
}

/** `kestrel` alone without a terminal: what is piped in is a task; otherwise there is nothing to do but explain. */
async function piped(line: CommandLine, say: Say): Promise<number> {
  const input = standardInput(() => printAside(say("run.waitsForInput")));
  const task = await input.readIfGiven(longestTask);
  const { name, ...meant } = commandMeant(line, say, task.trim() === "" ? "kestrel" : "run");
  const read = async () => task;
  const given = { kind: input.kind, read, readIfGiven: read };
  if (task.trim() !== "") return started(name, { ...meant, flags: line.flags, say, input: given });
  // Something was to be piped in, and nothing came: that is a mistake in a script, not a wish for help.
  if (input.kind === "pipe") throw new UsageError(say("run.nothing"));
  return helpFor([], say);
}

/** Runs a command. */
async function started(name: CommandName, input: CommandInput): Promise<number> {
  const { keepDiagnostics } = await import("@kestrel/app/diagnostics");
  const diagnostics = keepDiagnostics();
  try {
    return await (await commandLoaders[name]())(input);
  } catch (error) {
    // Whatever was not expected is reported here, while reports are kept.
    const { code, params } = failureOf(error);
    // A task has a result of its own.
    if (input.flags.json && name !== "run" && !(error instanceof UsageError))
      printFailure(code, params, codeOf(error, code));
    throw error;
  } finally {
    await diagnostics.close();
  }
}

function codeOf(error: unknown, code: ErrorCode): ExitCode {
  return error instanceof CommandFailure && error.left ? exitCodes.interrupted : exitCodeOf(code);
}

/** What every command writes with `--json` where it failed, but for a task. */
function printFailure(code: ErrorCode, params: ErrorParams, exitCode: ExitCode): void {
  printJson({ schema: schemaVersion, failure: { code, params }, exitCode });
}

function printed(text: string): number {
  print(text);
  return exitCodes.done;
}

main().then((code) => {
  process.exitCode = code;
});
