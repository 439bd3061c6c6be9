import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { answerArmMs } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";

const names = ["one.txt", "two.txt", "three.txt"];
const write = (path: string) => ({ name: "write", arguments: { path, content: `This is ${path}.\n` } });

const scripts = {
  ...standardScripts,
  "three-files": { replies: [{ calls: names.map(write) }, { says: "Three files are there." }] },
};

describe.skipIf(testEngine === undefined || testTmux === undefined)("several questions in a terminal", () => {
  it("are counted, shown one behind the other, and answered at once", async () => {
    const home = await kestrelHome({ scripts });
    const screen = await screenAlone(home);
    await screen.tell("[[three-files]]", /1 of 3 · y allow once/);
    expect(await screen.text()).not.toContain("This is two.txt");
    await screen.press("Tab");
    await screen.shows("Y shows all 3, for one answer");
    await pause(answerArmMs);
    await screen.press("Y");
    await screen.shows(/This is two\.txt[\s\S]*This is three\.txt[\s\S]*Y allow all 3 once/);
    await pause(answerArmMs);
    await screen.press("Y");
    const shown = await screen.shows("Three files are there.");
    expect(shown.match(/This is three\.txt/g)).toHaveLength(1);
    for (const name of names)
      expect(await readFile(join(home.workspace, name), "utf8")).toBe(`This is ${name}.\n`);
  });

  it("one by one: each says which of how many it is, and one no is for one", async () => {
    const home = await kestrelHome({ scripts });
    const screen = await screenAlone(home);
    await screen.tell("[[three-files]]", "1 of 3 · y allow once");
    await screen.press("y");
    await screen.shows("2 of 3 · y allow once");
    await screen.press("n");
    await screen.shows("reason ›");
    await screen.tell("not this one", "3 of 3 · y allow once");
    await screen.press("y");
    await screen.shows("Three files are there.");
    await expect(readFile(join(home.workspace, "two.txt"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
