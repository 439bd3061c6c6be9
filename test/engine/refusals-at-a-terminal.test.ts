import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { widthOf } from "../../packages/cli/src/terminal/width.ts";
import { testTmux } from "../machine.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

describe.skipIf(testTmux === undefined)("what is refused at a terminal", () => {
  it.each([
    ["C.UTF-8", 80],
    ["C.UTF-8", 100],
    ["zh_CN.UTF-8", 80],
    ["zh_CN.UTF-8", 100],
  ])("breaks between words, paths and addresses whole: %s, %d columns", async (LANG, columns) => {
    const home = await kestrelHome({});
    const file = join(home.dataFolder, "..", "a-loadout-of-a-longer-name.toml");
    const address = "https://user:secret@models.example/v1";
    await writeFile(file, `[model]\nsource = "connect"\nurl = "${address}"\n`);
    const screen = await tmuxScreen(home, ["loadout", "check", file], { LANG }, columns);
    const shown = await screen.shows(/ended 3$/);
    // A row that the terminal had to break stands here as one that is too wide.
    const rows = shown.split("\n").map((row) => row.trimEnd());
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) expect({ row, fits: widthOf(row) <= columns }).toEqual({ row, fits: true });
    for (const whole of [file, '"https://…@models.example/v1"']) expect(shown).toContain(whole);
    expect(shown).not.toContain("secret");
  });
});
