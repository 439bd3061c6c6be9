import { closestName } from "@kestrel/text";
import { type CommandLine, type FlagName, UsageError } from "./arguments.ts";
import {
  type CommandName,
  commandNamed,
  commandNames,
  commandTable,
  partsOf,
  verbsOf,
} from "./command-table.ts";
import type { Say } from "./i18n/say.ts";

/** Verbs of the previous release, accepted for one more release. */
const oldVerbs: Readonly<Record<string, string>> = { ls: "list", rm: "remove" };

/** A parsed command: its name, its verb (empty without one), and its words. */
export type CommandMeant = { name: CommandName; verb: string; words: string[] };

/**
 * The command in a line. One word without a blank is a command; anything else is a message, and so is everything after
 * `--`. Several words that begin almost like a command count as a mistyped one. `listener` receives the messages. Throws
 * UsageError.
 */
export function commandMeant(
  { command, words, flags, isMessage }: CommandLine,
  say: Say,
  listener: "kestrel" | "run" = "kestrel",
): CommandMeant {
  if (command === undefined) return fitting({ name: listener, verb: "", words: [] }, flags, say);
  const name = isMessage ? undefined : commandNamed(command);
  if (name === undefined) {
    const suggestion = /\s/.test(command) ? undefined : closestName(command, commandNames);
    if (isMessage || /\s/.test(command) || (words.length > 0 && suggestion === undefined))
      return fitting({ name: listener, verb: "", words: [command, ...words] }, flags, say);
    throw new UsageError(say("command.unknown", { command, ...(suggestion && { suggestion }) }));
  }
  const verbs = verbsOf(commandTable[name]).map(([verb]) => verb);
  const [first] = verbs;
  if (first === undefined) return fitting({ name, verb: "", words }, flags, say);
  const [given = first, ...rest] = words;
  const named = verbs.find((one) => one === given || one === oldVerbs[given]);
  // A verb in capitals is a placeholder for a file: `loop PLAN.md`.
  const ofFile =
    named === undefined && /[./\\]/.test(given) ? verbs.find((one) => /^[A-Z]/.test(one)) : undefined;
  if (ofFile !== undefined)
    return { ...fitting({ name, verb: ofFile, words: rest }, flags, say), verb: given };
  const verb = named;
  if (verb === undefined) {
    const suggestion = closestName(given, verbs);
    throw new UsageError(
      say("command.unknownVerb", {
        ...{ command, verb: given, verbs: verbs.join(", ") },
        ...(suggestion && { suggestion: `${command} ${suggestion}` }),
      }),
      { about: command },
    );
  }
  return fitting({ name, verb, words: rest }, flags, say);
}

/** Checks the command's words and flags. Throws UsageError. */
function fitting(meant: CommandMeant, flags: CommandLine["flags"], say: Say): CommandMeant {
  const { name, verb, words } = meant;
  const typed = verb === "" ? name : `${name} ${verb}`;
  const about = name === "kestrel" ? undefined : typed;
  const taken = takenBy(name, verb);
  if (flags.help) return meant;
  const foreign = Object.keys(flags).find((flag) => !taken.flags.includes(flag as FlagName));
  if (foreign !== undefined)
    throw new UsageError(say("usage.foreignFlag", { command: typed, flag: `--${foreign}` }), { about });
  const needed = taken.words.filter((word) => !word.startsWith("["));
  const isOpen = taken.words.some((word) => /…/.test(word));
  const lacking = needed.find((_, at) => (words[at] ?? "").trim() === "");
  const choice = needed.findIndex(
    (word, at) => /^[a-z]+\|/.test(word) && !word.split("|").includes(words[at] ?? ""),
  );
  const problem =
    lacking !== undefined
      ? say("usage.lacking", { command: typed, word: lacking.replace("…", "") })
      : !isOpen && words.length > taken.words.length
        ? say("usage.tooMany", { command: typed, word: words[taken.words.length] ?? "" })
        : choice >= 0
          ? say("usage.value", {
              flag: typed,
              value: words[choice] ?? "",
              expected: needed[choice]?.replaceAll("|", " | ") ?? "",
            })
          : undefined;
  if (problem !== undefined) throw new UsageError(problem, { about });
  return meant;
}

/** The words and flags that a command takes with this verb. */
export function takenBy(name: CommandName, verb: string): { words: string[]; flags: FlagName[] } {
  const row = commandTable[name];
  const { takes = "" } = row;
  const parts = partsOf(typeof takes === "string" ? takes : (new Map(verbsOf(row)).get(verb) ?? ""));
  return { words: parts.words, flags: [...parts.flags, ...row.flags] };
}
