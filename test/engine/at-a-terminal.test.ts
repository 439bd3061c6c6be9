import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { answerArmMs } from "@kestrel/session-state";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { testEngine, testTmux } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

/** A server whose reply goes on when it is told to, and what it was asked. */
async function givenServer(pieces: readonly string[]) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const server = await startWordServer(async (say, body) => {
    asked.push(body);
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) await new Promise<void>((resolve) => waiting.push(resolve));
      say(piece);
    }
  });
  onTestFinished(() => server.close());
  return { url: server.url, asked, goesOn: () => waiting.shift()?.() };
}

describe.skipIf(testTmux === undefined)("kestrel at a terminal", () => {
  it("takes the lines that were typed before it listened one by one, in their order", async () => {
    const { url, asked } = await givenServer(["Yes."]);
    const home = await kestrelHome({});
    const screen = await tmuxScreen(home, ["--url", url]);
    for (const line of ["the first line", "/status", "the second line"]) await screen.enter(line);
    await screen.type("a draft");
    const shown = await screen.shows(/› the first line[\s\S]*› \/status[\s\S]*› the second line/);
    expect(shown).not.toContain("› the first line\n  /status");
    await screen.shows(/› a draft$/);
    await expect.poll(() => asked.at(-1)).toContain("the second line");
    expect(asked[0]).toContain("the first line");
    expect(asked[0]).not.toContain("the second line");
  });

  it("answers two lines that were typed ahead one after the other, each below its own", async () => {
    const { url } = await givenServer(["Yes."]);
    const home = await kestrelHome({ config: `[model]\nurl = "${url}"\n` });
    const first = await tmuxScreen(home, []);
    await first.shows("Model: ");
    const joined = await tmuxScreen(home, []);
    for (const line of ["one", "two"]) await joined.enter(line);
    await joined.shows(/› one\n(?:Joined Kestrel .*\n)?\nYes\.[\s\S]*› two\n\nYes\./);
  });

  it("offers the folders of a home that has several, and itself", async () => {
    const { url } = await givenServer(["Yes."]);
    const home = await kestrelHome({
      config: `[model]\nurl = "${url}"\n`,
      files: { "shop/a.txt": "", "till/b.txt": "" },
    });
    const screen = await tmuxScreen(home, [], { HOME: home.workspace });
    await screen.shows(/contains more than one project[\s\S]*shop[\s\S]*till[\s\S]*all of it/);
    await screen.press("Down", "Enter");
    await screen.shows(/ in ~\/till, /);
    await screen.tell("hello", /^Yes\.$/m);
    const { out } = await kestrel(home, ["sessions", "list", "--json"]);
    expect(out).toContain(`"workspace":"${home.workspace}/till"`);
  });

  it("begins and answers without the index of sessions, which is opened for who asks for them", async () => {
    const { url } = await givenServer(["Yes."]);
    const home = await kestrelHome({});
    const index = () => readdirSync(home.dataFolder).filter((name) => name.startsWith("index."));
    const screen = await tmuxScreen(home, ["--url", url]);
    await screen.tell("a question", /^Yes\.$/m);
    expect(index()).toEqual([]);
    await screen.enter("/status");
    await expect.poll(index).not.toEqual([]);
  });

  it("shows what a command says below the sentence that is written, and puts it behind it", async () => {
    const { url, goesOn } = await givenServer([
      "It begins with a long ",
      "sentence. Then comes",
      " another.",
    ]);
    const home = await kestrelHome({});
    const screen = await tmuxScreen(home, ["--url", url]);
    await screen.tell("tell", "It begins with a long");
    await screen.tell("/help", /^It begins with a long ?\n› \/help\n {2}\/new/m);
    goesOn();
    await screen.shows(/^It begins with a long sentence\. ?\n› \/help\n {2}\/new[\s\S]*^Then comes ?$/m);
    goesOn();
    await screen.shows(/^Then comes another\.$/m);
  });

  it.each([
    ["as Markdown", {}],
    ["as it comes, without colours", { NO_COLOR: "1" }],
  ])("gives a long command to whoever copies it in one line (%s)", async (_, environment) => {
    const command = `rsync -a --delete ${"--exclude node_modules --exclude .git ".repeat(4)}/home/ada/ backup@example.org:/srv/`;
    const words = `Run this:\n\n    ${command}\n\n\`\`\`sh\n${command}\n\`\`\`\nand it is done.`;
    const { url, goesOn } = await givenServer(words.match(/[\s\S]{1,90}/g) ?? []);
    const home = await kestrelHome({});
    const screen = await tmuxScreen(home, ["--url", url], environment);
    await screen.enter("tell");
    for (let at = 90; at < words.length; at += 90) {
      // Each piece is drawn before the next one comes.
      await screen.shows((words.slice(0, at).split("\n").at(-1) ?? "").replaceAll("`", "").trim().slice(-20));
      goesOn();
    }
    const shown = await screen.shows("and it is done.");
    expect(shown.split("\n").filter((line) => line.trim() === command)).toHaveLength(2);
  });

  it("wraps prose between words, and lets a paragraph be copied as one line", async () => {
    const count = "one two three four five six seven eight nine ten eleven twelve thirteen".split(" ");
    const pieces = count.map(
      (word) => `Sentence ${word} is streamed, and after ${word} another one follows. `,
    );
    const { url, goesOn } = await givenServer(pieces);
    const home = await kestrelHome({});
    const screen = await tmuxScreen(home, ["--url", url]);
    await screen.enter("tell");
    for (const word of count) {
      await screen.shows(new RegExp(`after\\s${word}\\sanother\\sone\\sfollows`));
      goesOn();
    }
    const paragraph = pieces.join("").trim();
    await screen.shows(new RegExp(`^${paragraph}$[^]*ctx`, "m"));
    expect((await screen.colours()).replaceAll("\n", " ")).toContain(paragraph);
  });

  it("shows Markdown, not its source", async () => {
    const { url } = await givenServer([
      "# Title\n\nSome **bold** `code`:\n- one\n\n| A | B |\n|---|---|\n| 1 | 2 |\n",
    ]);
    const home = await kestrelHome({});
    const screen = await tmuxScreen(home, ["--url", url]);
    const shown = await screen.tell("tell", /^1 {2}2$/m);
    expect(shown).toMatch(/^Title\n\nSome bold code:\n• one\n\nA {2}B\n─ {2}─\n1 {2}2$/m);
  });

  it.each([40, 80, 200])(
    "kestrel run: no choice of a question is left out at %i columns",
    async (columns) => {
      if (testEngine === undefined) return;
      const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
      const screen = await tmuxScreen(home, ["run", "[[edit]]", "--model", home.model]);
      await screen.resize(columns, 40);
      await screen.shows("Tab to answer");
      await screen.press("Tab");
      await screen.shows("y allow once");
      const choices =
        /y allow once[\s·]+s this exact call[\s\S]*e a rule[\s\S]*p always in[\s\S]*n deny[\s·]+Esc back/;
      const shown = await screen.shows(choices);
      expect(shown.match(/y allow once/g)).toHaveLength(1);
      await pause(answerArmMs);
      await screen.press("e");
      await screen.shows("This allows every edit call");
      await screen.press("Escape");
      const back = await screen.shows(choices);
      expect(back.match(/y allow once/g)).toHaveLength(1);
      await pause(answerArmMs);
      await screen.press("a");
      await screen.shows("✓ edit greeting.txt");
      expect(await screen.text()).not.toContain("y allow once");
    },
  );

  it("breaks what Kestrel says between words at 40 columns", async () => {
    if (testEngine === undefined) return;
    const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
    const screen = await tmuxScreen(home, ["--model", home.model], {}, 40);
    await screen.tell("[[plain]]", /tok\/s( · \d+ s)?$/m);
    await screen.tell("/context", "compacted 0 times");
    await screen.tell("/snapshots", "/snapshots on changes that.");
    await screen.tell("/undo 1 2", "the list.");
    const shown = await screen.text();
    expect(shown).not.toContain("…");
    // What the terminal had to break by itself comes joined, in a row that is wider than the screen; so does the model's prose.
    expect(
      shown.split("\n").filter((row) => row.length > 40 && !/\/tmp\/|my plain answer/.test(row)),
    ).toEqual([]);
  });

  it("goes on after a killed daemon: with its model, the words it had taken, and the cut answer", async () => {
    const { url, asked, goesOn } = await givenServer(["The first half", " goes on", " to the end."]);
    const home = await kestrelHome({});
    let killed = () => {};
    const ready = new Promise<void>((resolve) => {
      void kestrel(home, ["serve", "--url", url], {
        started: (child) => {
          killed = () => child.kill("SIGKILL");
          child.stdout?.on("data", (bytes: Buffer) => bytes.includes("Model: ") && resolve());
        },
      });
    });
    await ready;
    const joined = await tmuxScreen(home, []);
    await joined.shows("Joined Kestrel");
    await joined.tell("tell", "The first half");
    await joined.tell("and then more", "1 waiting");
    // What was said longer than a second ago is on disk with the next word.
    await pause(1_200);
    goesOn();
    await joined.shows("The first half goes on");
    killed();
    await joined.shows("Waiting until it runs again. Ctrl+D leaves.");
    await joined.press("C-d");
    const ended = await joined.shows("To continue where this stopped");
    expect(ended.replaceAll(/\s+/g, " ")).toMatch(new RegExp(`-r s\\w+ --url ${url}`));
    const again = await tmuxScreen(home, ["-c", "--url", url]);
    await again.shows(
      /The first half[\s\S]*The turn was interrupted: Kestrel crashed or was killed[\s\S]*› and then more$/,
    );
    await again.press("C-u");
    await again.enter("/continue");
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]).toContain("The first half");
    await again.shows(/or was killed[\s\S]*The first half/);
  });

  it("asks about what a folder says, and with kestrel-nano says why it does not", async () => {
    const files = {
      "AGENTS.md": "Speak of birds.",
      "kestrel.toml": '[[hooks]]\non = "before_call"\ncommand = "true"\n',
    };
    const { url } = await givenServer(["Yes."]);
    const home = await kestrelHome({ files });
    const screen = await tmuxScreen(home, ["--url", url]);
    await screen.shows(/AGENTS\.md[\s\S]*\/trust yes uses it from your first message on/);
    await screen.enter("/trust yes");
    await screen.shows(/Used from[\s\S]*They do not run until you allow them/);
    await screen.enter("/trust hooks yes");
    await screen.shows(/Hooks of[\s\S]*which you allowed/);
    await screen.tell("hello", "Yes.");
    await screen.enter("/trust");
    await screen.shows("/trust yes uses it from the next session on");
    if (testEngine === undefined) return;
    const nano = await tmuxScreen(await kestrelHome({ files: { "AGENTS.md": "Speak of birds." } }), []);
    await nano.shows(/This folder has AGENTS\.md\. They are not used: the demonstration model/);
    expect(await nano.text()).not.toContain("/trust yes");
  });

  it("says once what auto comes to where no sandbox is active", async () => {
    const { url } = await givenServer(["Yes."]);
    const home = await kestrelHome({ config: 'sandbox = "off"\n' });
    const says =
      /In auto mode, each command still asks here\. Commands run without a sandbox: the setting `sandbox` is off/g;
    const ran = await kestrel(home, ["run", "hello", "--mode", "auto", "--url", url]);
    expect(ran.err.match(says)).toHaveLength(1);
    expect((await kestrel(home, ["run", "hello", "--url", url])).err).not.toMatch(says);
    const screen = await tmuxScreen(home, ["--mode", "auto", "--url", url]);
    const shown = await screen.shows("In auto mode, each command still asks");
    await screen.tell("hello", "Yes.");
    expect((await screen.text()).replaceAll(/\s+/g, " ").match(says)).toHaveLength(1);
    expect(shown).toContain("auto ›");
  });
});
