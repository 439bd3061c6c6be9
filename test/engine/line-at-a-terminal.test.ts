import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { testTmux } from "../machine.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

const files = { "src/import/csv.ts": "", "src/import/csv.test.ts": "", "docs/import-csv.md": "" };

/** A terminal on a server that says one word, then waits until it is told to end, and what it was asked. */
async function atTheLine(environment: Record<string, string> = {}) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const server = await startWordServer(async (say, body) => {
    asked.push(body);
    say("Well");
    await new Promise<void>((resolve) => waiting.push(resolve));
    say(", done.");
  });
  onTestFinished(() => server.close());
  const home = await kestrelHome({ files });
  const screen = await tmuxScreen(home, ["--url", server.url], environment);
  await screen.shows("Model: ");
  return { screen, home, asked, ends: () => waiting.shift()?.() };
}

describe.skipIf(testTmux === undefined)("a line at a terminal", () => {
  it("offers commands while one is typed, with what each does, and runs the chosen one", async () => {
    const { screen } = await atTheLine();
    await screen.type("/st");
    await screen.shows(/▸ \/status {2}show daemon, session and folder\n {2}1 · ↑↓ choose/);
    await screen.press("Enter");
    await screen.shows(/folder .*, mode ask/);
    await screen.type("/mo");
    await screen.shows(/▸ \/mode/);
    await screen.press("Down");
    await screen.shows(/▸ \/model/);
    await screen.press("Escape");
    await screen.shows(/› \/mo$/);
  });

  it("takes a command that came with its Enter, before the prompt was there too", async () => {
    const home = await kestrelHome({});
    const screen = await tmuxScreen(home, ["--url", "http://127.0.0.1:9"]);
    await screen.tell("/sta", /› \/status\n[\s\S]*folder .*, mode ask/);
    await screen.tell("?", /› \?\n {2}\/new/);
    expect(await screen.text()).not.toContain("There is no");
  });

  it("takes a file that came with its Enter; the next Enter sends it", async () => {
    const { screen, asked, ends } = await atTheLine();
    await screen.type("a");
    await screen.press("C-j");
    await screen.tell("see @impcsv", /see src\/import\/csv\.ts$/);
    expect(asked).toEqual([]);
    await screen.press("Enter");
    await expect.poll(() => asked.at(-1) ?? "").toMatch(/see src\/import\/csv\.ts/);
    ends();
  });

  it("leaves one line where the terminal becomes narrower", async () => {
    const { screen } = await atTheLine();
    await screen.type("this is a rather long line that needs two rows of a narrow terminal");
    await screen.shows(/narrow terminal$/);
    await screen.resize(40, 40);
    await screen.type("!");
    const shown = await screen.shows(/terminal!$/);
    expect(shown.match(/this is a rather/g)).toHaveLength(1);
  });

  it("finds files by some of their letters", async () => {
    const { screen, asked, ends } = await atTheLine();
    await screen.type("test @impcsv");
    await screen.shows(/▸ src\/import\/csv\.ts\n/);
    await screen.press("Tab");
    await screen.shows(/› test src\/import\/csv\.ts$/);
    await screen.press("C-j");
    await screen.type("beside @impcsv");
    await screen.shows(/▸ src\/import\/csv\.ts\n/);
    await screen.press("Tab");
    await screen.shows(/beside src\/import\/csv\.ts$/);
    await screen.press("Enter");
    await expect
      .poll(() => asked.at(-1) ?? "")
      .toMatch(/test src\/import\/csv\.ts ?(?:\n|\\n)beside src\/import\/csv\.ts/);
    ends();
  });

  it("searches earlier lines, and gives the draft back", async () => {
    const { screen, ends } = await atTheLine();
    await screen.tell("find the needle", "Well");
    ends();
    await screen.shows("Well, done.");
    await screen.type("a draft");
    await screen.press("C-r");
    await screen.type("need");
    await screen.shows(/history › need\n {2}▸ find the needle/);
    await screen.press("Escape");
    await screen.shows(/› a draft$/);
    await screen.press("C-r");
    await screen.type("need");
    await screen.shows("▸ find the needle");
    await screen.press("Enter");
    await screen.shows(/› find the needle$/);
  });

  it("sends a line after the turn, shows it until then, and gives it back", async () => {
    const { screen, asked, ends } = await atTheLine();
    await screen.tell("first", "Well");
    await screen.type("then this");
    await screen.press("M-Enter");
    await screen.shows("after this turn: then this");
    await screen.press("M-Up");
    await screen.shows(/› then this$/);
    await screen.press("M-Enter");
    await screen.shows("after this turn: then this");
    expect(asked).toHaveLength(1);
    ends();
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]).toContain("then this");
    ends();
    await screen.shows(/› then this\n\nWell, done\./);
  });

  it("runs a command of the person's own, and tells the model with the next message; !! only shows", async () => {
    const { screen, home, asked, ends } = await atTheLine();
    await screen.type("!");
    await screen.shows("runs it as you, outside the sandbox");
    await screen.enter("pwd; printf '\\033[31mred\\033[0m\\n'; exit 3");
    const shown = await screen.shows(/exit code 3 · \d+\.\d s · added to your next message/);
    expect(shown).toContain(`    ${home.workspace}\n    red\n`);
    await screen.tell("!!echo only for me", /^ {4}only for me\n {4}exit code 0 · \d+\.\d s$/m);
    await screen.enter("!sleep 600");
    await screen.press("Escape");
    await screen.shows(/ {4}stopped · /);
    expect(asked).toEqual([]);
    await screen.tell("mend it", "Well");
    expect(asked[0]).toContain("I ran this in the workspace: pwd;");
    expect(asked[0]).toContain("exit code 3");
    expect(asked[0]).toContain("mend it");
    expect(asked[0]).not.toContain("only for me");
    ends();
  });

  it("shows a long paste as its size, sends it whole, and deletes it as one", async () => {
    const { screen, asked, ends } = await atTheLine();
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1} of the log`).join("\n");
    await screen.paste(`${lines}\n`);
    await screen.shows(/› \[pasted 300 lines\]$/);
    await screen.press("BSpace");
    await screen.shows(/›$/);
    await screen.type("what is this? ");
    await screen.paste(lines);
    await screen.tell(" look", /› what is this\? \[pasted 300 lines\] look\n[\s\S]*Well/);
    expect(asked[0]).toContain("line 300 of the log look");
    ends();
  });

  it("takes lines that come at once as one paste, and begins nothing after a stop", async () => {
    const { screen, asked } = await atTheLine();
    await screen.tell("first", "Well");
    const lines = Array.from({ length: 120 }, (_, at) => `line ${at + 1} of the log`).join("\n");
    await screen.pasteBare(lines);
    await screen.shows(/\[pasted 1\d\d lines\]/);
    await screen.press("Escape");
    await screen.shows("Stopped.");
    await screen.shows(/\[pasted 1\d\d lines\]$/);
    expect(asked).toHaveLength(1);
  });

  it("shows what waits above the line, and gives it back in the order of its typing", async () => {
    const { screen, asked } = await atTheLine();
    await screen.tell("first", "Well");
    for (const line of ["one", "two", "three"]) await screen.tell(line, `with the next step: ${line}`);
    for (const line of ["four", "five", "six"]) {
      await screen.type(line);
      await screen.press("M-Enter");
      await screen.shows(`after this turn: ${line}`);
    }
    await screen.press("M-Up");
    await screen.shows(/› six$/);
    await screen.press("C-u", "M-Up");
    await screen.shows(/› five$/);
    await screen.press("Escape");
    const shown = await screen.shows(/› one\s+two\s+three\s+four\s+five$/);
    expect(shown.match(/(?:step: |› )one/g)).toHaveLength(1);
    expect(asked).toHaveLength(1);
    await screen.press("C-c");
    await screen.shows(/›$/);
    await screen.type("a draft");
    await screen.press("C-c");
    await screen.enter("/resume");
    await screen.shows("▸ first");
    await screen.press("Enter");
    await screen.shows("Continuing ");
    await screen.type("mine");
    await screen.shows(/› mine$/);
  });

  it("no unbound key with Alt stops a turn (D2)", async () => {
    const { screen, ends } = await atTheLine();
    await screen.tell("first", "Well");
    await screen.type("one two");
    await screen.press("M-b", "M-d", "M-.", "M-x", "M-1");
    await screen.shows(/› one$/);
    ends();
    expect(await screen.shows("Well, done.")).not.toContain("Stopped");
  });

  it("opens the line in the person's editor, and goes through the modes", async () => {
    const home = await kestrelHome({});
    const editor = join(home.workspace, "editor.sh");
    await writeFile(editor, '#!/bin/sh\nprintf "%s, edited\\nand more\\n" "$(cat "$1")" > "$1"\n');
    await chmod(editor, 0o700);
    const { screen } = await atTheLine({ VISUAL: editor });
    await screen.type("a line");
    await screen.press("C-g");
    await screen.shows(/› a line, edited\n {2}and more$/);
    await screen.press("BTab");
    await screen.shows("edits ›");
    await screen.press("BTab");
    await screen.shows("plan ›");
  });
});
