import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pauseInReply } from "../daemon/pause-engine.ts";
import { startTestDaemon, writeFiles } from "../daemon/start-daemon.ts";
import { followTestSession } from "../daemon/test-session.ts";
import { testEngine, testTmux } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { answer } from "../terminal/answer.ts";
import { homeIn, type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { screenBeside } from "../terminal/opened-screens.ts";

const scripts = {
  ...standardScripts,
  one: callsThenSays("write", { path: "one.txt", content: "first\n" }, "One is there."),
  moves: callsThenSays("shell", { command: "mv greeting.txt hello.txt" }, "It is moved."),
  // Long enough to be stopped in, and no loop that would be stopped without anybody.
  counts: { says: Array.from({ length: 1_500 }, (_, step) => `step ${1_000 + step}\n`).join("") },
  rest: { heard: "Go on exactly where you stopped.", says: "Then the flock slept." },
};
const textIn = (home: KestrelHome, name: string) => readFile(join(home.workspace, name), "utf8");

describe.skipIf(testEngine === undefined)("kestrel undo", () => {
  it("shows, takes back, leaves alone what somebody changed, and brings back", async () => {
    const home = await kestrelHome({ scripts, files: standardFiles });
    const undo = async (...words: string[]) => kestrel(home, ["undo", ...words]);
    const json = async (...words: string[]) => {
      const { code, out } = await undo(...words, "--json");
      return { code, ...JSON.parse(out) };
    };
    const nothing = await undo();
    expect(nothing).toMatchObject({ code: 1, out: "" });
    expect(nothing.err).toContain("There is nothing to undo.");

    const work = ["--model", home.model, "--approve", "edits"];
    expect(await kestrel(home, ["run", "[[edit]]", ...work])).toMatchObject({ code: 0 });
    expect(await kestrel(home, ["run", "[[write]]", "--continue", ...work])).toMatchObject({ code: 0 });

    const preview = await undo("--to", "1", "--preview");
    expect(preview).toMatchObject({ code: 0 });
    expect(preview.out).toContain("Undo would change 2 files.");
    expect(preview.out).toContain("+Good morning, dear reader.");
    expect(await textIn(home, "greeting.txt")).toBe("Good evening, dear reader.\n");

    await writeFile(join(home.workspace, "new.txt"), "mine\n");
    const some = await json("--to", "1");
    expect(some).toMatchObject({
      code: 1,
      preview: false,
      commands: 0,
      files: [{ path: "greeting.txt", action: "changed", added: 1, removed: 1 }],
      refused: [{ path: "new.txt", reason: "changed" }],
    });
    expect(await textIn(home, "greeting.txt")).toBe("Good morning, dear reader.\n");
    expect(await textIn(home, "new.txt")).toBe("mine\n");

    expect(await json("--redo")).toMatchObject({ code: 0, files: [{ path: "greeting.txt" }], refused: [] });
    expect(await textIn(home, "greeting.txt")).toBe("Good evening, dear reader.\n");

    const allowed = ["--allow", "mv greeting.txt hello.txt"];
    expect(await kestrel(home, ["run", "[[moves]]", "--continue", ...work, ...allowed])).toMatchObject({
      code: 0,
    });
    const held = await undo();
    expect(held).toMatchObject({ code: 1, out: "" });
    expect(held.err).toContain("1 command ran whose changes to files are not known");
    expect(held.err).toContain("undo --turn 2` undoes the files of turn 2 anyway");
    expect(held.err).toContain("/snapshots on");
    const since = { turn: 2, count: 1 };
    expect(await json()).toMatchObject({ code: 1, files: [], refused: [], since });
    expect(await textIn(home, "new.txt")).toBe("mine\n");
    expect((await undo("--preview")).out).toMatch(/^Since turn 2, 1 command ran/);

    expect(await undo("--turn", "9")).toMatchObject({ code: 1 });
    expect(await undo("--turn", "one")).toMatchObject({ code: 2 });
    expect(await undo("--turn", "1", "--to", "1")).toMatchObject({ code: 2 });
    expect(await undo("--session", "s0000000")).toMatchObject({ code: 1 });
  });
});

describe.skipIf(testEngine === undefined || testTmux === undefined)("taking back in a terminal", () => {
  it("undoes and redoes files, asks again, puts otherwise, and forks", async () => {
    const daemon = await startTestDaemon({ scripts });
    await writeFiles(daemon.workspace, standardFiles);
    const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const screen = await screenBeside(daemon);
    /** The figures stand after every turn. */
    const turnsEnded = (count: number) =>
      expect
        .poll(async () => (await screen.text()).match(/ctx \S+\/8k/g)?.length, { timeout: 60_000 })
        .toBe(count);
    for (const command of ["/undo", "/continue", "/fork"]) {
      await screen.tell(command, new RegExp(`› ${command}\n+No session yet`));
    }
    await screen.tell("/snapshots", /› \/snapshots\n+No session yet/);
    await screen.enter("/mode edits");
    await screen.enter("[[one]]");
    await turnsEnded(1);
    await screen.shows("One is there.");
    await screen.tell("/undo preview", "Undo would change 1 file.");
    await screen.tell("/undo", "Undid changes to 1 file.");
    expect(existsSync(join(home.workspace, "one.txt"))).toBe(false);
    await screen.tell("/undo list", "turn 1: 1 file, undone");
    await screen.tell("/redo", "one.txt  restored");
    await screen.enter("[[shell]]");
    await answer(screen, "a");
    await turnsEnded(2);
    await screen.tell("/undo", "/undo 1 undoes");
    expect(await screen.text()).toContain("Since turn 1, 1 command ran");
    expect(existsSync(join(home.workspace, "one.txt"))).toBe(true);
    await screen.tell("/undo 1", /\/undo 1\n[\s\S]*one\.txt {2}deleted/);
    await screen.tell("/redo", /one\.txt {2}restored[\s\S]*one\.txt {2}restored/);
    await screen.enter("[[one]]");
    await turnsEnded(3);
    expect(existsSync(join(home.workspace, "one.txt"))).toBe(true);

    await screen.tell("/regenerate files", "The model answers again");
    await turnsEnded(4);
    await screen.tell("/continue", "There is no cut answer to continue");
    await screen.tell("/edit", /edit › \[\[one\]\]$/);
    await screen.press("Escape");
    await screen.shows(/The conversation stays as it is\.[\s\S]*›$/);
    expect(await screen.text()).not.toContain("Messages removed from the conversation");
    await screen.enter("/edit");
    // Its words are in the line again.
    await screen.shows(/edit › \[\[one\]\]$/);
    await screen.press("C-u");
    await screen.enter("[[plain]]");
    await turnsEnded(5);
    await screen.shows("this is my plain answer");
    const [session] = (await daemon.client.call("listSessions")).sessions;
    if (!session) throw new Error("no session");
    // The whole reply takes a second at times: it is held where it stands, so that there is something to stop.
    const paused = pauseInReply(daemon, followTestSession(daemon, session.id));
    await screen.enter("[[counts]]");
    const resume = await paused;
    await screen.shows(/counts\]\]\n+step \d/);
    await screen.press("Escape");
    await turnsEnded(6);
    resume();
    await screen.tell("/continue", "Then the flock slept.");
    await turnsEnded(7);
    await screen.tell("/continue", /slept\.[\s\S]*There is no cut answer to continue/);
    await screen.tell("/fork 7", "/fork copies all messages");
    await screen.tell("/fork 3", /This is now session \S+/);
    await screen.shows(/› \[\[plain\]\]$/);
    await screen.press("C-u", "C-d");
    await screen.shows("ended 0");
  });
});
