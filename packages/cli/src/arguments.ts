import { parseArgs } from "node:util";
import { closestName } from "@kestrel/text";
import type { Say } from "./i18n/say.ts";

/** Every flag of every command, in one table, so that a flag means the same everywhere. */
const flags = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
  json: { type: "boolean" },
  jsonl: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  continue: { type: "boolean", short: "c" },
  resume: { type: "string", short: "r" },
  approve: { type: "string" },
  allow: { type: "string", multiple: true },
  timeout: { type: "string" },
  "output-schema": { type: "string" },
  "max-steps": { type: "string" },
  trust: { type: "boolean" },
  folder: { type: "string", short: "C" },
  plain: { type: "boolean" },
  worktree: { type: "string" },
  model: { type: "string" },
  url: { type: "string" },
  window: { type: "string" },
  loadout: { type: "string" },
  accept: { type: "boolean" },
  vulkan: { type: "boolean" },
  mode: { type: "string" },
  port: { type: "string" },
  temperature: { type: "string" },
  "top-p": { type: "string" },
  "top-k": { type: "string" },
  "min-p": { type: "string" },
  "repeat-penalty": { type: "string" },
  seed: { type: "string" },
  "max-tokens": { type: "string" },
  "no-open": { type: "boolean" },
  forget: { type: "boolean" },
  scope: { type: "string", multiple: true },
  days: { type: "string" },
  deleted: { type: "boolean" },
  archived: { type: "boolean" },
  format: { type: "string" },
  redact: { type: "boolean" },
  out: { type: "string" },
  "dry-run": { type: "boolean" },
  beside: { type: "boolean" },
  "show-origin": { type: "boolean" },
  session: { type: "string" },
  turn: { type: "string" },
  to: { type: "string" },
  redo: { type: "boolean" },
  preview: { type: "boolean" },
  here: { type: "boolean" },
  category: { type: "string" },
  yes: { type: "boolean" },
  estimate: { type: "boolean" },
  from: { type: "string" },
  check: { type: "boolean" },
  fix: { type: "boolean" },
  "write-loadout": { type: "string" },
  follow: { type: "boolean", short: "f" },
} as const;

export type FlagName = keyof typeof flags;
export const flagNames = Object.keys(flags) as FlagName[];
export type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>["values"];

/** Placeholders of the flags' values in help; words with bars between them are the only allowed values. */
const flagValues: Partial<Record<FlagName, string>> = {
  resume: "ID",
  approve: "edits|all",
  timeout: "SECONDS",
  "output-schema": "FILE",
  allow: "COMMAND",
  folder: "DIR",
  worktree: "NAME",
  model: "MODEL",
  url: "URL",
  loadout: "LOADOUT",
  mode: "plan|ask|edits|auto",
  scope: "read|full|model|channel:NAME",
  format: "jsonl|markdown|html",
  out: "FILE",
  session: "ID",
  from: "LOADOUT",
  "write-loadout": "FILE",
  category: "NAME",
};

/** Placeholder of a flag's value; undefined when it takes none. */
export function valueWord(flag: FlagName): string | undefined {
  return flags[flag].type === "boolean" ? undefined : (flagValues[flag] ?? "N");
}

/** A flag as typed, with its value: `-C, --folder DIR`. */
export function flagForm(flag: FlagName, { short = true } = {}): string {
  const row = flags[flag];
  const letter = short && "short" in row ? `-${row.short}, ` : "";
  const value = valueWord(flag);
  return `${letter}--${flag}${value === undefined ? "" : ` ${value}`}`;
}

/** A parsed command line: the command (none for the bare program), its words and its flags. */
export type CommandLine = {
  command: string | undefined;
  words: string[];
  flags: Flags;
  /** The first word follows `--`: it is not a command. */
  isMessage: boolean;
};

/** An invalid command line; the message names the word and the remedy. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The command whose help has details. */
  readonly about: string | undefined;

  constructor(message: string, { about, ...options }: ErrorOptions & { about?: string } = {}) {
    super(message, options);
    this.about = about;
  }
}

/** Parses the arguments of `kestrel`. Throws UsageError. */
export function readCommandLine(given: readonly string[], say: Say): CommandLine {
  const argv = withOpenChoice(given);
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...argv],
      options: flags,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    for (const flag of flagNames) {
      const [given, taken] = [[values[flag]].flat(), valueWord(flag) ?? ""];
      const value = given.find((one) => typeof one === "string" && !taken.split("|").includes(one));
      if (typeof value === "string" && /^[a-z]/.test(taken))
        throw new UsageError(
          say("usage.value", { flag: `--${flag}`, value, expected: taken.replaceAll("|", " | ") }),
        );
    }
    const [command, ...words] = positionals;
    const first = tokens.find(({ kind }) => kind !== "option");
    return { command, words, flags: values, isMessage: first?.kind === "option-terminator" };
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(problemIn(argv, say) ?? String(cause), { cause });
  }
}

/** `kestrel -r` without an ID opens the list of sessions. */
function withOpenChoice(argv: readonly string[]): readonly string[] {
  const [first = "", second] = argv;
  const isOpen = (first === "-r" || first === "--resume") && (second === undefined || second.startsWith("-"));
  return isOpen ? ["--resume=", ...argv.slice(1)] : argv;
}

/** The first invalid flag, as our own message. */
function problemIn(argv: readonly string[], say: Say): string | undefined {
  const { tokens } = parseArgs({ args: [...argv], options: flags, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName: flag, value, inlineValue } = token;
    if (!Object.hasOwn(flags, name)) {
      if (["host", "bind", "listen"].includes(name)) return say("usage.thisMachine", { flag });
      const near = flag.startsWith("--") ? closestName(name, flagNames) : undefined;
      return say("usage.unknownFlag", { flag, ...(near && { suggestion: `--${near}` }) });
    }
    if (flags[name as FlagName].type === "boolean") {
      if (value !== undefined) return say("usage.noValue", { flag, value });
    } else if (value === undefined) return say("usage.needsValue", { flag });
    else if (!inlineValue && value.startsWith("-"))
      return say("usage.valueLikeFlag", { flag: `--${name}`, value });
  }
  return undefined;
}
