import { type FlagName, flagForm, flagNames } from "./arguments.ts";
import { takenBy } from "./command-meant.ts";
import {
  type CommandName,
  commandNames,
  commandTable,
  daemonFlags,
  samplingFlags,
  verbsOf,
} from "./command-table.ts";
import { type ExitName, exitCodes } from "./exit-codes.ts";
import { alignColumns } from "./terminal/align-columns.ts";
import { widthOf } from "./terminal/width.ts";

/** The help texts by subject: `sessions list`, `--json`, `mcp --url`, `exit denied`. */
export type HelpWords = Readonly<Record<string, string>>;

/** Loaded only when help is requested. */
export async function helpWords(language: "en" | "zh-CN"): Promise<HelpWords> {
  const { commandWords } = await (language === "en"
    ? import("./i18n/en-commands.ts")
    : import("./i18n/zh-cn-commands.ts"));
  return commandWords;
}

/** The help fits one screen. */
const [screenRows, screenColumns] = [24, 80];

/** The help of a command, or of one of its verbs. */
export function helpOf(name: CommandName, verb: string, words: HelpWords): string {
  const row = commandTable[name];
  const verbs = verb === "" ? verbsOf(row) : [];
  const typed = verb === "" ? name : `${name} ${verb}`;
  const own = row.examples.filter((line) => line.includes(`kestrel ${typed}`));
  const examples = own.length > 0 ? own : [`kestrel ${formOf(name, verb)}`];
  const does = words[`${name}${keyOf(name, verb)}`] ?? "";
  const head = [...examples.map((line) => `  ${line}`), "", `${does}.`, ""];
  const ends = endLines(row.ends, words);
  if (verbs.length > 0) {
    const actions = Object.entries(row.takes ?? {}).map(([each, takes]) => [
      formOfTakes(each, takes, { short: true }),
      words[`${name} ${each}`] ?? "",
    ]);
    return [...head, ...indented(actions), "", ...flagNamesLine(row.flags, words), ...ends].join("\n");
  }
  const { flags } = takenBy(name, verb);
  const described = (some: readonly FlagName[]) =>
    indented(some.map((flag) => [flagForm(flag), meaningOf(flag, name, words)]));
  const all = described(flags);
  const isShort = head.length + all.length + ends.length < screenRows - 1;
  const grouped: readonly FlagName[] = isShort ? [] : [...daemonFlags, ...samplingFlags];
  const rest = flags.filter((flag) => grouped.includes(flag));
  return [
    ...head,
    ...described(flags.filter((flag) => !rest.includes(flag))),
    ...(flags.length > 0 ? [""] : []),
    ...(rest.length > 0 ? flagNamesLine(rest, words) : []),
    ...ends,
  ].join("\n");
}

/** Key of a command's verbs that share one sentence: of `restore` it is ` remove|restore`. */
function keyOf(name: CommandName, verb: string): string {
  const { takes } = commandTable[name];
  const verbs = typeof takes === "object" ? Object.keys(takes) : [];
  const key = verbs.find((each) => each.split("|").includes(verb));
  return key === undefined ? "" : ` ${key}`;
}

/** `kestrel help`: the most common commands, and where to find the rest. */
export function helpOfAll(words: HelpWords): string {
  const examples = indented(commandTable.kestrel.examples.map((line) => [line, words[line] ?? ""]));
  return [
    ...examples,
    "",
    `${words.commands}`,
    ...wrapped(commandNames.join(" "), "  "),
    "",
    ...(words.more ?? "").split("\n"),
  ].join("\n");
}

/** Topics of `kestrel help TOPIC` that are not commands. */
export const topics: Readonly<Record<string, (words: HelpWords) => string>> = {
  commands: (words) =>
    indented(commandNames.map((name) => [`kestrel ${name}`, words[name] ?? ""])).join("\n"),
  flags: (words) => indented(flagNames.map((flag) => [flagForm(flag), words[`--${flag}`] ?? ""])).join("\n"),
  "exit-codes": (words) =>
    indented(
      (Object.keys(exitCodes) as ExitName[]).map((end) => [`${exitCodes[end]}`, words[`exit ${end}`] ?? ""]),
    ).join("\n"),
};

/** A command as typed, with its possible arguments: `sessions export ID [--out FILE]`. */
export function formOf(name: CommandName, verb: string): string {
  const { takes = "" } = commandTable[name];
  if (typeof takes === "string") return formOfTakes(name, takes);
  const [, own = ""] = Object.entries(takes).find(([verbs]) => verbs.split("|").includes(verb)) ?? [];
  return formOfTakes(`${name} ${verb}`, own);
}

function formOfTakes(typed: string, takes: string, { short = false } = {}): string {
  const parts = takes.split(" ").filter((part) => part !== "");
  return [
    typed,
    ...parts
      .filter((part) => !short || !part.startsWith("--"))
      .map((part) =>
        part.startsWith("--") ? `[${flagForm(part.slice(2) as FlagName, { short: false })}]` : part,
      ),
  ].join(" ");
}

/** A flag's meaning on the page of this command. */
export function meaningOf(flag: FlagName, command: string, words: HelpWords): string {
  return words[`${command} --${flag}`] ?? words[`--${flag}`] ?? "";
}

function flagNamesLine(flags: readonly FlagName[], words: HelpWords): string[] {
  const names = flags.map((flag) => flagForm(flag, { short: false }).replaceAll(" ", "\u00a0"));
  return wrapped(`${words.flags} ${names.join(" ")}`, "  ", "").map((line) => line.replaceAll("\u00a0", " "));
}

function endLines(ends: readonly ExitName[], words: HelpWords): string[] {
  const codes = [...ends]
    .sort((one, other) => exitCodes[one] - exitCodes[other])
    .map(
      (end) =>
        `${exitCodes[end]}\u00a0${(words[`exit ${end}`] ?? "").replace(/[:：].*/, "").replaceAll(" ", "\u00a0")}`,
    );
  return wrapped(`${words.exits} ${codes.join(", ")}`, "  ", "").map((line) =>
    line.replaceAll("\u00a0", " "),
  );
}

function indented(table: readonly string[][]): string[] {
  return alignColumns(table).map((line) => `  ${line}`.trimEnd());
}

/** Wraps text to the screen. */
function wrapped(text: string, indent: string, first = indent): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(" ")) {
    const longer = line.trim() === "" ? line + word : `${line} ${word}`;
    if (widthOf(longer) > screenColumns - 1 && line.trim() !== "") {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line];
}
