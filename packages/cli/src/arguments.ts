import { parseArgs } from "node:util";
import type { Say } from "./i18n/say.ts";

/** Every flag of every command. One table, so that a flag means the same everywhere. */
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
  port: { type: "string" },
  loadout: { type: "string" },
  model: { type: "string" },
  url: { type: "string" },
  window: { type: "string" },
  mode: { type: "string" },
  folder: { type: "string", short: "C" },
  worktree: { type: "string" },
  "no-open": { type: "boolean" },
  redact: { type: "boolean" },
  trust: { type: "boolean" },
  plain: { type: "boolean" },
  estimate: { type: "boolean" },
  out: { type: "string" },
  format: { type: "string" },
  from: { type: "string" },
  yes: { type: "boolean" },
  accept: { type: "boolean" },
  fix: { type: "boolean" },
  "write-loadout": { type: "string" },
  forget: { type: "boolean" },
  scope: { type: "string", multiple: true },
  days: { type: "string" },
  follow: { type: "boolean", short: "f" },
  deleted: { type: "boolean" },
  archived: { type: "boolean" },
  here: { type: "boolean" },
  "dry-run": { type: "boolean" },
  session: { type: "string" },
  turn: { type: "string" },
  to: { type: "string" },
  redo: { type: "boolean" },
  preview: { type: "boolean" },
  temperature: { type: "string" },
  "top-p": { type: "string" },
  "top-k": { type: "string" },
  "min-p": { type: "string" },
  "repeat-penalty": { type: "string" },
  seed: { type: "string" },
  "max-tokens": { type: "string" },
} as const;

export type FlagName = keyof typeof flags;
export const flagNames = Object.keys(flags) as FlagName[];
export type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>["values"];

/** A command line, read: the command (none for the bare program), its words and its flags. */
export type CommandLine = { command: string | undefined; words: string[]; flags: Flags };

/** The command line was not understood; the message is a sentence that names the word and the way out. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Reads the words after `kestrel`. Throws UsageError. */
export function readCommandLine(argv: readonly string[], say: Say): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: flags,
      allowPositionals: true,
      strict: true,
    });
    const [command, ...words] = positionals;
    return { command, words, flags: values };
  } catch (cause) {
    throw new UsageError(problemIn(argv, say) ?? String(cause), { cause });
  }
}

/** The first flag that does not fit, in our own words. */
function problemIn(argv: readonly string[], say: Say): string | undefined {
  const { tokens } = parseArgs({ args: [...argv], options: flags, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName: flag, value, inlineValue } = token;
    if (!Object.hasOwn(flags, name)) return say("usage.unknownFlag", { flag });
    if (flags[name as FlagName].type === "boolean") {
      if (value !== undefined) return say("usage.noValue", { flag, value });
    } else if (value === undefined) return say("usage.needsValue", { flag });
    else if (!inlineValue && value.startsWith("-"))
      return say("usage.valueLikeFlag", { flag: `--${name}`, value });
  }
  return undefined;
}
