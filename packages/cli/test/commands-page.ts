import { type FlagName, flagForm, flagNames } from "../src/arguments.ts";
import { takenBy } from "../src/command-meant.ts";
import { type CommandName, commandNames, commandTable, verbsOf } from "../src/command-table.ts";
import { type ExitName, exitCodes } from "../src/exit-codes.ts";
import { formOf, type HelpWords, meaningOf } from "../src/help.ts";

/** The forms of a command with what each does. */
function formsOf(name: CommandName, words: HelpWords): { form: string; does: string }[] {
  const { takes = "" } = commandTable[name];
  if (typeof takes === "string") return [{ form: formOf(name, ""), does: words[name] ?? "" }];
  return verbsOf(commandTable[name]).map(([verb]) => {
    const key = Object.keys(takes).find((verbs) => verbs.split("|").includes(verb));
    return { form: formOf(name, verb), does: words[`${name} ${key}`] ?? "" };
  });
}

const cell = (text: string) => text.replaceAll("|", "\\|");

/** docs/commands.md. */
export function commandsPage(words: HelpWords): string {
  const sections = commandNames.map((name) => {
    const { examples, ends, flags } = commandTable[name];
    const own = [
      ...new Set<FlagName>([
        ...verbsOf(commandTable[name]).flatMap(([verb]) => takenBy(name, verb).flags),
        ...flags,
      ]),
    ];
    return [
      `## ${name}`,
      `${words[name]}.`,
      `\`\`\`sh\n${examples.join("\n")}\n\`\`\``,
      [
        "| command | what it does |",
        "|---|---|",
        ...formsOf(name, words).map(({ form, does }) => `| \`kestrel ${cell(form)}\` | ${cell(does)} |`),
      ].join("\n"),
      ...(own.length === 0 ? [] : [`Flags: ${own.map((flag) => `\`${flagForm(flag)}\``).join(", ")}`]),
      `Exit codes: ${ends
        .map((end) => exitCodes[end])
        .sort((one, other) => one - other)
        .join(", ")}`,
    ].join("\n\n");
  });
  const flags = flagNames.map(
    (flag) => `| \`${cell(flagForm(flag))}\` | ${cell(meaningOf(flag, "kestrel", words))} |`,
  );
  const codes = (Object.keys(exitCodes) as ExitName[]).map(
    (end) => `| ${exitCodes[end]} | ${words[`exit ${end}`]} |`,
  );
  return `${[
    "# Commands",
    "Made from the table of commands (`packages/cli/src/command-table.ts`); a test writes and checks this page.",
    "A line is `kestrel NOUN VERB`; a noun alone lists. One word without a blank is a command; anything else is a message to the model. `--` forces a message.",
    'With `--json` a command that fails prints `{"schema":1,"failure":{"code":…,"params":{…}},"exitCode":…}`, and its sentence on standard error; `kestrel run` prints its result with the same fields. [Errors](reference/errors.md) has the codes.',
    `\`\`\`sh\n${commandTable.kestrel.examples.join("\n")}\n\`\`\``,
    ...sections,
    "## All flags",
    ["| flag | meaning |", "|---|---|", ...flags].join("\n"),
    "## Exit codes",
    ["| code | meaning |", "|---|---|", ...codes].join("\n"),
  ].join("\n\n")}\n`;
}

const roff = (text: string) =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll('"', "\\(dq")
    .replace(/^(['.])/gm, "\\&$1");

/** docs/kestrel.1, for man. */
export function manualPage(words: HelpWords): string {
  const entry = (term: string, text: string) => `.TP\n.B ${roff(term)}\n${roff(text)}`;
  const commands = commandNames.flatMap((name) =>
    formsOf(name, words).map(({ form, does }) => entry(form, does)),
  );
  return `${[
    '.TH KESTREL 1 "" "Kestrel" "User Commands"',
    ".SH NAME",
    "kestrel \\- a local\\-first agent for your own model",
    ".SH SYNOPSIS",
    ".B kestrel\n[\\fIflags\\fR] [\\fImessage\\fR]",
    ".br",
    ".B kestrel\n\\fInoun\\fR [\\fIverb\\fR] [\\fIflags\\fR]",
    ".SH EXAMPLES",
    ...commandTable.kestrel.examples.map((line) => entry(line, words[line] ?? "")),
    ".SH COMMANDS",
    ...commands,
    ".SH OPTIONS",
    ...flagNames.map((flag) => entry(flagForm(flag), meaningOf(flag, "kestrel", words))),
    ".SH EXIT STATUS",
    ...(Object.keys(exitCodes) as ExitName[]).map((end) =>
      entry(`${exitCodes[end]}`, words[`exit ${end}`] ?? ""),
    ),
  ].join("\n")}\n`;
}
