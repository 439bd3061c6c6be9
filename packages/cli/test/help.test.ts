import { spawnSync } from "node:child_process";
import { slashCommands } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { flagNames } from "../src/arguments.ts";
import { takenBy } from "../src/command-meant.ts";
import { commandNames, commandTable, verbsOf } from "../src/command-table.ts";
import { completion } from "../src/commands/completion.ts";
import { help } from "../src/commands/help.ts";
import { namesWord } from "../src/commands/names-word.ts";
import { exitCodes } from "../src/exit-codes.ts";
import { helpOf, helpOfAll, helpWords, meaningOf, topics } from "../src/help.ts";
import { speaker } from "../src/i18n/say.ts";
import { widthOf } from "../src/terminal/width.ts";
import { commandsPage, manualPage } from "./commands-page.ts";

const says = { en: await speaker("en"), "zh-CN": await speaker("zh-CN") };

/** Every page: of a command, and with each of its verbs. */
const pages = commandNames.flatMap((name) =>
  ["", ...verbsOf(commandTable[name]).map(([verb]) => verb)].map((verb) => ({ name, verb })),
);

describe.each(["en", "zh-CN"] as const)("the help (%s)", async (language) => {
  const words = await helpWords(language);

  it("has a sentence for every command, verb, flag and exit code, and none that is left over", () => {
    const expected = [
      ...commandNames.flatMap((name) => {
        const { takes } = commandTable[name];
        return [
          name,
          ...(typeof takes === "object" ? Object.keys(takes).map((verb) => `${name} ${verb}`) : []),
        ];
      }),
      ...flagNames.map((flag) => `--${flag}`),
      ...Object.keys(exitCodes).map((end) => `exit ${end}`),
      ...commandTable.kestrel.examples,
      ...["commands", "flags", "exits", "more"],
    ];
    const foreign = /^[a-z]+ --[a-z-]+$/;
    expect(
      Object.keys(words)
        .filter((key) => !foreign.test(key))
        .sort(),
    ).toEqual([...new Set(expected)].sort());
  });

  it.each(pages)("of $name $verb has no part that is missing", ({ name, verb }) => {
    const page = helpOf(name, verb, words);
    expect(page).not.toMatch(/undefined|null|\[object|NaN/);
    expect(page).toMatch(/\n\n[^\s.].*\.\n\n/);
    for (const flag of takenBy(name, verb).flags) expect(meaningOf(flag, name, words)).toMatch(/\S/);
    for (const [verbs] of verb === "" ? Object.entries(commandTable[name].takes ?? {}) : [])
      if (typeof commandTable[name].takes === "object") expect(words[`${name} ${verbs}`]).toMatch(/\S/);
  });

  it.each(pages)("of $name $verb begins with an example and fits one screen", ({ name, verb }) => {
    const lines = helpOf(name, verb, words).split("\n");
    expect(lines[0]).toMatch(/^ {2}.*\bkestrel\b/);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => widthOf(line) > 79)).toEqual([]);
  });

  it("begins with examples, names every command and fits one screen", () => {
    const page = helpOfAll(words);
    expect(page).toMatch(/^ {2}kestrel /);
    expect(page.split("\n").length).toBeLessThanOrEqual(24);
    for (const name of commandNames) expect(page).toMatch(new RegExp(`\\b${name}\\b`));
    for (const name of commandNames) expect(topics.commands?.(words)).toContain(`kestrel ${name} `);
  });

  it.each(pages)("of $name $verb names no flag that is not taken", ({ name, verb }) => {
    const taken = new Set<string>(
      verb === "" ? verbsOf(commandTable[name]).flatMap(([each]) => takenBy(name, each).flags) : [],
    );
    for (const flag of takenBy(name, verb).flags) taken.add(flag);
    for (const [, flag = ""] of helpOf(name, verb, words).matchAll(/--([a-z][a-z-]*)/g))
      expect([...taken, "help"]).toContain(flag);
  });

  it("of the commands in a session fits into 80 columns", () => {
    const wide = says[language]("repl.help")
      .split("\n")
      .filter((line) => widthOf(line) > 78);
    expect(wide).toEqual([]);
  });

  it("of the dialogue names every key that a question offers", () => {
    const offered = [...says[language]("approval.keysRules").matchAll(/(?:^|· )([a-z]) /g)].map(
      ([, key]) => key,
    );
    expect(offered).toEqual(["y", "s", "e", "p", "n"]);
    const [, keys = ""] = says[language]("repl.help").split("Tab");
    for (const key of offered) expect(keys).toMatch(new RegExp(`(?<![\\w/])${key} `));
  });

  it.each(slashCommands)("of the dialogue has /%s", (command) => {
    expect(says[language]("repl.help")).toContain(`/${command}`);
  });
});

it("every command says how it can end, and every flag is taken by one", () => {
  for (const name of commandNames)
    for (const end of ["done", "failed", "usage"] as const) expect(commandTable[name].ends).toContain(end);
  const taken = pages.flatMap(({ name, verb }) => takenBy(name, verb).flags);
  for (const flag of flagNames)
    expect([...taken, ...commandTable.kestrel.flags, "help", "version"]).toContain(flag);
});

it("docs/commands.md and the manual page are what the table says (vitest -u writes them)", async () => {
  const words = await helpWords("en");
  await expect(commandsPage(words)).toMatchFileSnapshot("../../../docs/commands.md");
  await expect(manualPage(words)).toMatchFileSnapshot("../../../docs/kestrel.1");
});

describe("the completion of bash", async () => {
  const script = await printedBy("bash");
  const completed = (...typed: string[]) => {
    const list = typed.map((word) => `'${word}'`).join(" ");
    const names = `kestrel() { [ "$1" = ${namesWord} ] && printf '%s\\tA title\\n' "$2-1" "$2-2"; }`;
    const asked = `${names}\n${script}\nCOMP_WORDS=(kestrel ${list}); COMP_CWORD=${typed.length}; _kestrel; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", asked], { encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
  };

  it.each([
    [["sess"], ["sessions"]],
    [
      ["sessions", "un"],
      ["unpin", "unarchive", "untag"],
    ],
    [["sessions", "export", "--fo"], ["--format"]],
    [["sessions", "show", "--fo"], []],
    [["run", "--mode", "e"], ["edits"]],
    [["-C", "/tmp", "loadout", "forget"], ["forget-place"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["sessions", "list", ""], []],
    [
      ["-r", ""],
      ["sessions-1", "sessions-2"],
    ],
    [
      ["logs", "--session", ""],
      ["sessions-1", "sessions-2"],
    ],
    [
      ["sessions", "show", ""],
      ["sessions-1", "sessions-2"],
    ],
    [["sessions", "rename", "sessions-1", ""], []],
    [["sessions", "remove", "sessions-2"], ["sessions-2"]],
    [
      ["models", "load", "mod"],
      ["models-1", "models-2"],
    ],
    [
      ["--loadout", "loadouts-"],
      ["loadouts-1", "loadouts-2"],
    ],
    [
      ["loadout", "use", "load"],
      ["loadouts-1", "loadouts-2"],
    ],
  ])("of %j is %j", (typed, expected) => {
    expect(completed(...typed)).toEqual(expected);
  });

  it("is there for zsh and fish", async () => {
    expect(await printedBy("zsh")).toMatch(/^#compdef kestrel\n/);
    const fish = await printedBy("fish");
    expect(fish).toMatch(/-n '__fish_seen_subcommand_from sessions; and not [^']*' -a 'pin unpin' -d /);
    expect(fish).toContain(`-s r -l resume -x -a '(kestrel ${namesWord} sessions)' -d `);
    expect(fish).toContain("-l mode -xa 'plan ask edits auto' -d ");
  });
});

async function printedBy(shell: string): Promise<string> {
  const said: string[] = [];
  const written = process.stdout.write;
  process.stdout.write = (text) => said.push(String(text)) > 0;
  try {
    await completion({ verb: "", words: [shell], flags: {}, say: says.en });
  } finally {
    process.stdout.write = written;
  }
  return said.join("");
}

it("a mistyped topic of the help is named", async () => {
  const asked = help({ words: ["exit-code"], say: await speaker("en") });
  await expect(asked).rejects.toThrow("Did you mean `help exit-codes`?");
});
