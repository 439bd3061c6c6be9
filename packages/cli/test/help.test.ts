import { slashCommands } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { flagNames } from "../src/arguments.ts";
import { commandTable } from "../src/command-table.ts";
import { exitCodes } from "../src/exit-codes.ts";
import { helpOfCommand } from "../src/help-of-command.ts";
import { speaker } from "../src/i18n/say.ts";
import { widthOf } from "../src/terminal/width.ts";

const says = { en: await speaker("en"), "zh-CN": await speaker("zh-CN") };

describe.each(["en", "zh-CN"] as const)("the help (%s)", (language) => {
  const help = says[language]("help");

  it.each(Object.keys(commandTable))("has kestrel %s", (command) => {
    expect(help).toMatch(new RegExp(`^  kestrel ${command}\\b`, "m"));
  });

  it.each(flagNames)("has --%s", (flag) => {
    expect(help).toMatch(new RegExp(`--${flag}\\b`));
  });

  it.each([
    "list",
    "show ID",
    "context ID",
    "cache ID",
    "rm ID",
    "ls",
    "ps",
    "load ID",
    "unload",
    "estimate ID",
    "fetch",
  ])("has the subcommand %s", (action) => expect(help).toContain(action));

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
    expect(offered).toEqual(["a", "s", "e", "p", "d"]);
    const [, keys = ""] = says[language]("repl.help").split("Tab");
    for (const key of offered) expect(keys).toMatch(new RegExp(`(?<![\\w/])${key} `));
  });

  it("names no flag that no command takes", () => {
    const flags = [...help.matchAll(/--([a-z][a-z-]*)/g)].map(([, flag]) => flag);
    for (const flag of flags) expect(flagNames).toContain(flag);
    const taken = Object.values(commandTable).flatMap((row) => row.flags);
    for (const flag of flagNames) expect([...taken, "help", "version", "plain"]).toContain(flag);
  });

  it.each(slashCommands)("of the dialogue has /%s", (command) => {
    expect(says[language]("repl.help")).toContain(`/${command}`);
  });

  it.each(Object.entries(commandTable))("of %s has its flags and no other", (command, row) => {
    const { flags } = row;
    const page = helpOfCommand(help, command, row);
    expect(page).toMatch(new RegExp(`^  kestrel ${command}\\b`));
    const named = [...page.matchAll(/--([a-z][a-z-]*)/g)].map(([, flag]) => flag);
    const expected = new Set([...flags, "help"]);
    for (const flag of expected) expect(named).toContain(flag);
    for (const flag of named) expect([...expected]).toContain(flag);
  });

  /** The codes that a text explains, in its last part. */
  const explained = (text: string) =>
    [...(text.split("\n\n").at(-1) ?? "").matchAll(/(?:^| {2,})(\d+) \S/gm)].map(([, code]) => Number(code));

  it("explains every exit code", () => {
    expect(explained(help).sort()).toEqual(Object.values(exitCodes).sort());
  });

  it.each(Object.entries(commandTable))("of %s explains how it can end, and nothing else", (command, row) => {
    const own = new Set(row.ends.map((end) => exitCodes[end]));
    for (const code of [exitCodes.done, exitCodes.failed, exitCodes.usage]) expect(own).toContain(code);
    expect(new Set(explained(helpOfCommand(help, command, row)))).toEqual(own);
  });

  it("says on the page of a command what a flag means there, and nothing about other commands", () => {
    const page = (command: string) =>
      helpOfCommand(help, command, commandTable[command] ?? { flags: [], ends: [] });
    expect(page("mcp")).toMatch(/^ {2}--url ADDRESS +\S/m);
    expect(page("mcp")).not.toContain("--url URL");
    expect(page("serve")).toContain("--url URL");
    expect(page("doctor")).toMatch(/^ {2}--fix +(?!doctor)\S/m);
    for (const command of Object.keys(commandTable)) {
      expect(page(command)).not.toMatch(/(?:models load|sessions list|doctor|undo|open|start|mcp add)[:：]/);
      expect(page(command)).not.toMatch(/--json .*(?:doctor|models)|[(（]kestrel/);
    }
  });

  it("fits a terminal of 120 columns", () => {
    for (const line of help.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  });
});
