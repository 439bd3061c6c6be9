import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { followEvents } from "@kestrel/server/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { answer } from "../terminal/answer.ts";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { afterTurn, screenAlone } from "../terminal/opened-screens.ts";
import { type TmuxScreen, tmuxScreen } from "../terminal/tmux-screen.ts";

const scripts = {
  ...standardScripts,
  sleep: callsThenSays("shell", { command: "sleep 60" }, "Slept well."),
};
const files = standardFiles;

async function alone(): Promise<{ home: KestrelHome; screen: TmuxScreen }> {
  const home = await kestrelHome({ scripts, files });
  const screen = await screenAlone(home);
  return { home, screen };
}

const greetingIn = (home: KestrelHome) => readFile(join(home.workspace, "greeting.txt"), "utf8");

describe.skipIf(testEngine === undefined || testTmux === undefined)("kestrel in a terminal", () => {
  it("answers, shows what it cost, and is left at once", async () => {
    const { screen } = await alone();
    const shown = await screen.tell("Who are you?", afterTurn);
    expect(shown).toContain("› Who are you?");
    expect(shown).toContain("Hello! I am a tiny scripted model, and this is my plain answer.");
    await screen.press("C-d");
    await screen.shows("ended 0");
  });

  it("leaves behind the words that were typed before, not instead of them", async () => {
    const home = await kestrelHome({ scripts, files });
    const screen = await tmuxScreen(home, ["--model", home.model]);
    await screen.shows("›");
    await screen.enter("Who are you, before I go?");
    await screen.tell("/exit", "ended 0");
    expect((await kestrel(home, ["sessions", "list"])).out).toContain("Who are you, before I go?");
  });

  it("leaves behind the words that Ctrl-D follows at once, and ends when they are answered", async () => {
    const home = await kestrelHome({ scripts, files });
    const screen = await screenAlone(home);
    await screen.enter("Who are you, at once?");
    await screen.press("C-d");
    await screen.shows("ended 0");
    expect((await kestrel(home, ["sessions", "list"])).out).toContain("Who are you, at once?");
  });

  it("shows a change before it is made, and makes it when the key says so", async () => {
    const { home, screen } = await alone();
    const asked = await screen.tell("[[edit]]", "Tab to answer");
    expect(asked).toContain("-Good morning, dear reader.");
    expect(asked).toContain("+Good evening, dear reader.");
    expect(await greetingIn(home)).toContain("Good morning");
    await answer(screen, "a");
    await screen.shows("✓ edit greeting.txt  +1 −1");
    expect(await greetingIn(home)).toContain("Good evening");
  });

  it("takes a no with its reason, and a yes for the session is not asked again", async () => {
    const { screen } = await alone();
    await screen.enter("[[shell]]");
    await answer(screen, "d");
    await screen.shows("reason ›");
    await screen.tell("not now", "denied: not now");
    await screen.shows("✗ $ env echo kestrel  denied");
    await screen.shows(afterTurn);
    await screen.enter("[[shell]]");
    await answer(screen, "s");
    await screen.shows("✓ $ env echo kestrel");
    await screen.shows(/(ctx [\s\S]*){2}/);
    const shown = await screen.tell("[[shell]] again", /(✓ \$ env echo kestrel[\s\S]*){2}/);
    expect(shown.match(/\? \$ env echo kestrel/g)).toHaveLength(2);
  });

  it("takes a system prompt before a session begins, and none after", async () => {
    const { home, screen } = await alone();
    await screen.tell("/system Answer in verse.", "Your system prompt, ~4 tokens in each request");
    await screen.tell("Who are you?", afterTurn);
    await screen.tell("/system Answer in prose.", "This session has begun");
    await screen.tell("/new", "new session");
    await screen.tell("/system", /Answer in verse\.[\s\S]*Answer in verse\./);
    await screen.tell("/system reset", "No system prompt of your own");
    const folder = join(home.dataFolder, "sessions");
    const file = (await readdir(folder)).find((name) => name.endsWith(".jsonl")) ?? "";
    const [opened = ""] = (await readFile(join(folder, file), "utf8")).split("\n");
    expect(JSON.parse(opened).body.prefix.system).toMatch(/\n\nAnswer in verse\.$/);
  });

  it("stops at Esc and keeps what was typed meanwhile", async () => {
    const { screen } = await alone();
    await screen.enter("[[sleep]]");
    await answer(screen, "a");
    await screen.shows("running $ sleep 60");
    await screen.type("a draft 草稿");
    await screen.shows("› a draft 草稿");
    await screen.press("Escape");
    const shown = await screen.shows("Stopped.");
    expect(shown.trimEnd().endsWith("› a draft 草稿")).toBe(true);
    await screen.press("C-c");
    await screen.shows(/›$/);
    await screen.press("Up");
    await screen.shows(/› a draft 草稿$/);
    await screen.press("C-c", "C-c");
    await screen.shows("Ctrl+C again");
    await screen.press("C-c");
    await screen.shows("ended 0");
  });

  it("takes several lines, wide characters and pastes, and the cursor stands where it should", async () => {
    const { screen } = await alone();
    await screen.type("你好世界");
    await screen.press("Left");
    await screen.type("的");
    await screen.shows("› 你好世的界");
    // Two columns for the mark, two for each of the four characters before the cursor.
    expect((await screen.cursor()).column).toBe(2 + 4 * 2);
    await screen.press("End", "M-Enter");
    await screen.type("two");
    await screen.press("C-j");
    await screen.enter("three\\");
    await screen.paste("four\nfive [[zh]]");
    await screen.shows("› 你好世的界\n  two\n  three\n  four\n  five [[zh]]");
    await screen.press("Enter");
    const shown = await screen.shows(afterTurn);
    expect(shown).toContain("你好！我是一个很小的测试模型");
  });

  it("knows its commands, completes them and sends no unknown one to the model", async () => {
    const { screen } = await alone();
    await screen.type("/mo");
    await screen.press("Tab");
    await screen.shows(/▸ \/mode {3}\S.*\n {4}\/model {2}\S/);
    await screen.type("e ");
    await screen.press("BSpace");
    await screen.press("C-u");
    await screen.tell("/mdoe", "There is no /mdoe. Did you mean /mode?");
    await screen.tell("/mode plan", "plan ›");
    const shown = await screen.tell("[[edit]]", afterTurn);
    expect(shown).toContain("✗ edit greeting.txt  denied");
    await screen.tell("/status", /session s\w+, 1 turn$/m);
    await screen.tell("/exit", "ended 0");
  });

  it("remembers lines per folder, for the user alone, and goes on with -c", async () => {
    const { home, screen } = await alone();
    await screen.tell("Remember me", afterTurn);
    await screen.press("C-d");
    await screen.shows("ended 0");
    const folder = join(home.dataFolder, "history");
    const [file = ""] = await readdir(folder);
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    const later = await tmuxScreen(home, ["-c", "--model", home.model]);
    await later.shows("my plain answer.");
    await later.press("Up");
    await later.shows(/› Remember me$/);
  });

  it("leaves a browser the daemon, and gives the shell back at once", async () => {
    const { home, screen } = await alone();
    await screen.enter("/status");
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await screen.shows("folder "))?.[0] ?? "";
    const token = (await readFile(join(home.dataFolder, "run", "token"), "utf8")).trim();
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    let lost = 0;
    const heard = new Promise<void>((resolve) => {
      void followEvents({
        baseUrl: url,
        token,
        signal: leaving.signal,
        onEvent: () => undefined,
        onFrame: () => resolve(),
        onState: (state) => (state === "open" ? resolve() : state === "lost" && lost++),
      });
    });
    await heard;
    await screen.press("C-d");
    await screen.shows("ended 0");
    expect((await fetch(`${url}/healthz`)).ok).toBe(true);
    expect(lost).toBe(0);
  });

  it("speaks Chinese where the locale does, and without colour or cursor on a dumb terminal", async () => {
    const home = await kestrelHome({ scripts, files });
    const screen = await tmuxScreen(home, ["--plain", "--model", home.model], { LANG: "zh_CN.UTF-8" });
    await screen.shows("模型：");
    await screen.tell("[[shell]]", "输入 allow");
    await screen.tell("allow", "✓ $ env echo kestrel");
    await screen.shows(/上下文 \S+\/8k/);
    await screen.press("C-d");
    await screen.shows("ended 0");
  });
});
