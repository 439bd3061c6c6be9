import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { afterTurn, screenAlone } from "../terminal/opened-screens.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

const scripts = {
  ...standardScripts,
  lamp: callsThenSays("write", { path: "lamp.txt", content: "on\n" }, "The lamp is lit."),
};

describe.skipIf(testEngine === undefined || testTmux === undefined)("going back in a terminal", () => {
  it("rewinds conversation and files by a list that is searched, and only when the new message is sent", async () => {
    const home = await kestrelHome({ scripts });
    const screen = await screenAlone(home);
    await screen.enter("/mode edits");
    await screen.tell("[[lamp]] first", "The lamp is lit.");
    await screen.shows(afterTurn);
    await screen.tell("[[plain]] hello", "my plain answer");
    await screen.press("Escape", "Escape");
    // Newest first, with what was answered.
    await screen.shows(
      /rewind to › ?\n {2}▸ \[\[plain\]\] hello +#2\n {4}\[\[lamp\]\] first +#1\n {6}Hello! I am/,
    );
    await screen.type("lamp");
    await screen.shows(/▸ \[\[lamp\]\] first +#1\n {6}The lamp is lit\./);
    await screen.press("Enter");
    await screen.shows(/▸ Conversation and files/);
    await screen.press("Enter");
    await screen.shows(/edit › \[\[lamp\]\] first$/);
    expect(existsSync(join(home.workspace, "lamp.txt"))).toBe(true);
    await screen.press("C-u");
    await screen.tell("[[plain]] again", /\[\[plain\]\] again[\s\S]*my plain answer/);
    await expect.poll(() => existsSync(join(home.workspace, "lamp.txt"))).toBe(false);
  });

  it("resumes by `-r` alone, titles first, and names, forks and writes the session out", async () => {
    const home = await kestrelHome({ scripts });
    const first = await screenAlone(home);
    await first.tell("tell me about herons", "my plain answer");
    await first.tell("/rename Herons of the lake", "Renamed to Herons of the lake");
    await first.press("C-d");
    await first.shows("ended 0");
    const screen = await tmuxScreen(home, ["-r"]);
    await screen.shows(/resume › ?\n {2}▸ Herons of the lake/);
    await screen.shows(/ {6}› tell me about herons/);
    await screen.press("Enter");
    await screen.shows("Continuing s");
    await screen.tell("/export herons.md", "herons.md");
    const written = () => readFile(join(home.workspace, "herons.md"), "utf8").catch(() => "");
    await expect.poll(written).toContain("tell me about herons");
    await screen.enter("/fork");
    await screen.shows(/fork before › ?\n {2}▸ all messages\n {4}tell me about herons/);
    await screen.press("Enter");
    await screen.shows(/This is now session \S+/);
    await screen.tell("/diff", "This session changed no files.");
    const { out } = await kestrel(home, ["sessions", "list", "--json"]);
    expect(JSON.parse(out).sessions).toHaveLength(2);
  });

  it("continues a session in its own folder, from whichever folder it is called", async () => {
    const home = await kestrelHome({ scripts });
    const first = await screenAlone(home);
    await first.tell("tell me about herons", "my plain answer");
    await first.press("C-d");
    await first.shows("ended 0");
    const [session] = JSON.parse((await kestrel(home, ["sessions", "list", "--json"])).out).sessions;
    const elsewhere = join(home.workspace, "..", "elsewhere");
    await mkdir(elsewhere);
    const screen = await tmuxScreen({ ...home, workspace: elsewhere }, ["-r", session.id]);
    await screen.shows("my plain answer");
    await screen.tell("/new", "›");
    await screen.tell("/status", `${home.workspace}, mode`);
    expect(await screen.text()).toContain(`in ${home.workspace}, /help for help`);
    expect(await screen.text()).not.toContain(elsewhere);
  });
});
