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
import { namesWord } from "./commands/names-word.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "./exit-codes.ts";
import { CommandFailure, failureOf, hasOwnStack } from "./failure-of.ts";
import { languageOf, type Say, speaker } from "./i18n/say.ts";
import { placesInSources } from "./machine/places-in-sources.ts";
import { standardInput } from "./machine/standard-input.ts";
import { mindOutput } from "./mind-output.ts";
import { longestTask } from "./run/longest-task.ts";
import { schemaVersion } from "./run/schema-version.ts";
import { print, printAside, printAsideAtWords, printJson } from "./terminal/print.ts";

async function main(): Promise<number> {
  if (process.argv[2] === backgroundWord) return inBackground(process.argv[3] ?? "");
  if (process.argv[2] === namesWord) return named(process.argv[3]);
  const say = await speaker(languageOf(process.env), programCommand);
  const outputFailed = mindOutput(say);
  const code = await done(say);
  return code === exitCodes.done && outputFailed() ? exitCodes.failed : code;
}

/** Runs the command line. */
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
    if (hasOwnStack(error, code) || process.env.KESTREL_DEBUG)
      printAside(withoutSecrets(await placesInSources(inspect(error))));
    return codeOf(error, code);
  }
}

/** Names for a shell's completion. Ends at once, also where a slow answer is still awaited. */
async function named(kind: string | undefined): Promise<never> {
  const { completionNames } = await import("./commands/completion-names.ts");
  await completionNames(kind);
  process.exit(exitCodes.done);
}

/** Runs in the background process that a client started: see `launchDaemon`. */
async function inBackground(order: string): Promise<ExitCode> {
  const { liveInBackground } = await import("./daemon/live-in-background.ts");
  // Its data folder is released: a handle that is left open must not keep a process that no client finds.
  process.exit(await liveInBackground(JSON.parse(order)));
}

async function helpFor(words: string[], say: Say): Promise<ExitCode> {
  return (await import("./commands/help.ts")).help({ words, say });
}

/** `kestrel` alone without a terminal: piped text is a task; otherwise prints the help. */
async function piped(line: CommandLine, say: Say): Promise<number> {
  if (line.flags.folder !== undefined) await (await import("./machine/folder-of.ts")).folderOf(line.flags);
  const input = standardInput(() => printAside(say("run.waitsForInput")));
  const task = await input.readIfGiven(longestTask);
  const { name, ...meant } = commandMeant(line, say, task.trim() === "" ? "kestrel" : "run");
  const read = async () => task;
  const given = { kind: input.kind, read, readIfGiven: read };
  if (task.trim() !== "") return started(name, { ...meant, flags: line.flags, say, input: given });
  // An empty pipe is an error in a script, not a request for help.
  if (input.kind === "pipe") throw new UsageError(say("run.nothing"));
  return helpFor([], say);
}

async function started(name: CommandName, input: CommandInput): Promise<number> {
  const { keepDiagnostics } = await import("@kestrel/app/keep-diagnostics");
  const diagnostics = keepDiagnostics();
  try {
    return await (await commandLoaders[name]())(input);
  } catch (error) {
    // Unexpected errors are reported here, while reports are still collected.
    const { code, params } = failureOf(error);
    // `run` prints its own result.
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

/** The output of every command with `--json` after a failure, except for `run`. */
function printFailure(code: ErrorCode, params: ErrorParams, exitCode: ExitCode): void {
  printJson({ schema: schemaVersion, failure: { code, params }, exitCode });
}

function printed(text: string): number {
  print(text);
  return exitCodes.done;
}

/** A request that is left without an answer keeps a terminal at most this long. Milliseconds. */
const longestEnd = 200;

main().then((code) => {
  process.exitCode = code;
  if (process.stdout.isTTY) setTimeout(() => process.exit(), longestEnd).unref();
});
