import { type FlagName, flagForm, flagNames, valueWord } from "../arguments.ts";
import { takenBy } from "../command-meant.ts";
import { type CommandName, commandNames, commandTable, verbsOf } from "../command-table.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { type HelpWords, helpWords, meaningOf } from "../help.ts";
import { languageOf } from "../i18n/say.ts";
import { print } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";
import { type NamedKind, namedKinds, namesWord } from "./names-word.ts";

/** `kestrel completion bash|zsh|fish`: a shell's completion script, from the table of commands. */
export async function completion({ words }: CommandInput): Promise<ExitCode> {
  const help = await helpWords(languageOf(process.env));
  print(words[0] === "fish" ? fishScript(help) : words[0] === "zsh" ? zshScript() : bashScript());
  return exitCodes.done;
}

/** Values that are files or folders of this machine. */
const filesOf: Readonly<Record<string, string>> = { FILE: "-f", MODEL: "-f", LOADOUT: "-f", DIR: "-d" };

/** Values that this program names, by their placeholder. */
const namesOf: Readonly<Record<string, NamedKind>> = {
  ...{ ID: "sessions", MODEL: "models", LOADOUT: "loadouts" },
};

/** What a command's first argument names. */
function namesAfter(name: CommandName, verb: string): NamedKind | undefined {
  const [word = ""] = takenBy(name, verb).words;
  const kind = namesOf[word.replace(/[[\]]/g, "")];
  const noun = kind === "loadouts" ? "loadout" : kind;
  return name === noun && verb !== "restore" ? kind : undefined;
}

/** The commands and verbs whose argument is of this kind, as they are typed. */
const typedBefore = (kind: NamedKind): string[] =>
  commandNames.flatMap((name) =>
    verbsOf(commandTable[name]).flatMap(([verb]) =>
      namesAfter(name, verb) === kind ? [`${name} ${verb}`] : [],
    ),
  );

/** The flags whose value is of this kind. */
const flagsBefore = (kind: NamedKind): string[] =>
  flagNames.flatMap((flag) =>
    namesOf[valueWord(flag) ?? ""] === kind
      ? [...(letterOf(flag) ? [`-${letterOf(flag)}`] : []), `--${flag}`]
      : [],
  );

const letterOf = (flag: FlagName): string | undefined => /^-(\w)/.exec(flagForm(flag))?.[1];

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
    const kind = namesOf[value];
    const files = filesOf[value];
    const words = files ?? (/^[a-z]/.test(value) ? `-W "${value.replaceAll("|", " ")}"` : "");
    if (words === "" && kind === undefined) return [];
    const list = kind === undefined ? words : `${words} -W "$(_kestrel_names ${kind})"`.trim();
    const letter = letterOf(flag);
    return [
      `    ${letter ? `-${letter}|` : ""}--${flag}) COMPREPLY=($(compgen ${list} -- "$cur")); return ;;`,
    ];
  });
  const named = namedKinds.map(
    (kind) =>
      `    ${typedBefore(kind)
        .map((typed) => `"${typed}"`)
        .join("|")}) verbs="$(_kestrel_names ${kind})" ;;`,
  );
  const valued = flagNames.filter((flag) => valueWord(flag) !== undefined).map((flag) => `--${flag}`);
  return `_kestrel_names() { "\${COMP_WORDS[0]}" ${namesWord} "$1" 2>/dev/null | cut -f 1; }
_kestrel() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" name= verb= more= verbs= flags= word last=
  case "$prev" in
${values.join("\n")}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$last" in ${[...valued, "-C", "-r"].join("|")}) last=; continue ;; esac
    last="$word"
    case "$word" in -*) continue ;; esac
    if [ -z "$name" ]; then name="$word"; elif [ -z "$verb" ]; then verb="$word"; else more=1; fi
  done
  case "$name" in
    "") verbs="${commandNames.join(" ")}"; flags="${dashed([...commandTable.kestrel.flags, "version"])}" ;;
${cases.filter((line) => !line.startsWith('    "')).join("\n")}
  esac
  case "$name $verb" in
${cases.filter((line) => line.startsWith('    "')).join("\n")}
  esac
  case "$cur" in -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")); return ;; esac
  [ -n "$verb" ] && verbs=
  [ -z "$more" ] && case "$name $verb" in
${named.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$verbs" -- "$cur"))
}
complete -o default -F _kestrel kestrel`;
}

/** zsh uses the script for bash, and shows what a name stands for beside it. */
function zshScript(): string {
  const cases = namedKinds.flatMap((kind) => [
    `    ${flagsBefore(kind).join("|")}) kind=${kind} ;;`,
    `    ${typedBefore(kind)
      .map((typed) => `"${typed} "*`)
      .join("|")}) kind=${kind} ;;`,
  ]);
  return `#compdef kestrel
autoload -Uz bashcompinit && bashcompinit
${bashScript()}
_kestrel_zsh() {
  local kind=
  local -a rows
  case "\${words[CURRENT-1]}" in
${cases.filter((line) => !line.includes('"')).join("\n")}
  esac
  [[ -z $kind && $CURRENT -eq 4 ]] && case "\${words[2]} \${words[3]} " in
${cases.filter((line) => line.includes('"')).join("\n")}
  esac
  if [[ -n $kind && \${words[CURRENT]} != -* ]]; then
    rows=("\${(@f)$("\${words[1]}" ${namesWord} $kind 2>/dev/null)}")
    rows=("\${(@)rows/$'\\t'/:}")
    [[ -n \${rows[1]} ]] && _describe -V $kind rows && return
  fi
  _bash_complete -o default -F _kestrel
}
compdef _kestrel_zsh kestrel`;
}

function dashed(flags: readonly FlagName[]): string {
  return [...flags, "help"].map((flag) => `--${flag}`).join(" ");
}

function fishScript(help: HelpWords): string {
  const said = (text = "") => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = commandNames.flatMap((name) => {
    const row = commandTable[name];
    const of = `-n '__fish_seen_subcommand_from ${name}'`;
    const all = verbsOf(row).map(([verb]) => verb);
    const verbs = typeof row.takes === "object" ? Object.keys(row.takes) : [];
    const first = `-n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${all.join(" ")}'`;
    const named = namedKinds.flatMap((kind) => {
      const before = all.filter((verb) => namesAfter(name, verb) === kind);
      if (before.length === 0) return [];
      const seen = `__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${before.join(" ")}`;
      return [
        `complete -c kestrel -n '${seen}' ${kind === "sessions" ? "-x " : ""}-a '(kestrel ${namesWord} ${kind})'`,
      ];
    });
    const own = new Set([...row.flags, ...verbsOf(row).flatMap(([verb]) => takenBy(name, verb).flags)]);
    return [
      `complete -c kestrel -n __fish_use_subcommand -a ${name} -d ${said(help[name])}`,
      ...verbs.map(
        (each) =>
          `complete -c kestrel ${first} -a '${each.replaceAll("|", " ")}' -d ${said(help[`${name} ${each}`])}`,
      ),
      ...named,
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
  const letter = letterOf(flag);
  const choices =
    value !== undefined && /^[a-z]/.test(value) ? ` -xa '${value.replaceAll("|", " ")}'` : undefined;
  const kind = namesOf[value ?? ""];
  const named = kind === undefined ? "" : ` -a '(kestrel ${namesWord} ${kind})'`;
  const takes = choices ?? (value === undefined ? "" : (value in filesOf ? " -r" : " -x") + named);
  return `${letter ? `-s ${letter} ` : ""}-l ${flag}${takes}`;
}
