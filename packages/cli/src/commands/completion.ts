import { type FlagName, flagForm, flagNames, valueWord } from "../arguments.ts";
import { takenBy } from "../command-meant.ts";
import { commandNames, commandTable, verbsOf } from "../command-table.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { type HelpWords, helpWords, meaningOf } from "../help.ts";
import { languageOf } from "../i18n/say.ts";
import { print } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel completion bash|zsh|fish`: a shell's completion script, from the table of commands. */
export async function completion({ words }: CommandInput): Promise<ExitCode> {
  const help = await helpWords(languageOf(process.env));
  print(words[0] === "fish" ? fishScript(help) : `${words[0] === "zsh" ? zshHead : ""}${bashScript()}`);
  return exitCodes.done;
}

/** zsh uses the script for bash. */
const zshHead = "#compdef kestrel\nautoload -Uz bashcompinit && bashcompinit\n";

/** Values that are files or folders of this machine. */
const filesOf: Readonly<Record<string, string>> = { FILE: "-f", MODEL: "-f", LOADOUT: "-f", DIR: "-d" };

function bashScript(): string {
  const cases = commandNames.flatMap((name) => {
    const row = commandTable[name];
    const verbs = verbsOf(row).map(([verb]) => verb);
    const choices = typeof row.takes === "string" && /^[a-z|]+$/.test(row.takes) ? row.takes.split("|") : [];
    return [
      `    ${name}) verbs="${[...verbs, ...choices].join(" ")}"; flags="${dashed(row.flags)}" ;;`,
      ...verbsOf(row).flatMap(([verb]) => {
        const own = takenBy(name, verb).flags;
        return own.length > row.flags.length ? [`    "${name} ${verb}") flags="${dashed(own)}" ;;`] : [];
      }),
    ];
  });
  const values = flagNames.flatMap((flag) => {
    const value = valueWord(flag) ?? "";
    const files = filesOf[value];
    const words = files ?? (/^[a-z]/.test(value) ? `-W "${value.replaceAll("|", " ")}"` : undefined);
    if (words === undefined) return [];
    const letter = /^-\w/.exec(flagForm(flag))?.[0];
    return [
      `    ${letter ? `${letter}|` : ""}--${flag}) COMPREPLY=($(compgen ${words} -- "$cur")); return ;;`,
    ];
  });
  const valued = flagNames.filter((flag) => valueWord(flag) !== undefined).map((flag) => `--${flag}`);
  return `_kestrel() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" name= verb= verbs= flags= word last=
  case "$prev" in
${values.join("\n")}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$last" in ${[...valued, "-C", "-r"].join("|")}) last=; continue ;; esac
    last="$word"
    case "$word" in -*) continue ;; esac
    if [ -z "$name" ]; then name="$word"; elif [ -z "$verb" ]; then verb="$word"; fi
  done
  case "$name" in
    "") verbs="${commandNames.join(" ")}"; flags="${dashed([...commandTable.kestrel.flags, "version"])}" ;;
${cases.filter((line) => !line.startsWith('    "')).join("\n")}
  esac
  case "$name $verb" in
${cases.filter((line) => line.startsWith('    "')).join("\n")}
  esac
  [ -n "$verb" ] && verbs=
  COMPREPLY=($(compgen -W "$verbs $flags" -- "$cur"))
}
complete -o default -F _kestrel kestrel`;
}

function dashed(flags: readonly FlagName[]): string {
  return [...flags, "help"].map((flag) => `--${flag}`).join(" ");
}

function fishScript(help: HelpWords): string {
  const said = (text = "") => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = commandNames.flatMap((name) => {
    const row = commandTable[name];
    const of = `-n '__fish_seen_subcommand_from ${name}'`;
    const verbs = typeof row.takes === "object" ? Object.keys(row.takes) : [];
    const own = new Set([...row.flags, ...verbsOf(row).flatMap(([verb]) => takenBy(name, verb).flags)]);
    return [
      `complete -c kestrel -n __fish_use_subcommand -a ${name} -d ${said(help[name])}`,
      ...verbs.map(
        (each) =>
          `complete -c kestrel ${of} -a '${each.replaceAll("|", " ")}' -d ${said(help[`${name} ${each}`])}`,
      ),
      ...[...own].map(
        (flag) => `complete -c kestrel ${of} ${fishFlag(flag)} -d ${said(meaningOf(flag, name, help))}`,
      ),
    ];
  });
  const bare = commandTable.kestrel.flags.map(
    (flag) => `complete -c kestrel -n __fish_use_subcommand ${fishFlag(flag)} -d ${said(help[`--${flag}`])}`,
  );
  return [...lines, ...bare].join("\n");
}

function fishFlag(flag: FlagName): string {
  const value = valueWord(flag);
  const letter = /^-(\w)/.exec(flagForm(flag))?.[1];
  const choices =
    value !== undefined && /^[a-z]/.test(value) ? ` -xa '${value.replaceAll("|", " ")}'` : undefined;
  const takes = choices ?? (value === undefined ? "" : value in filesOf ? " -r" : " -x");
  return `${letter ? `-s ${letter} ` : ""}-l ${flag}${takes}`;
}
