import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionId } from "@kestrel/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  git,
  givenNight,
  loopNow,
  type Night,
  type NightScript,
  runProgram,
  startLoop,
} from "../daemon/loop-night.ts";
import { followTestSession, openTestSession } from "../daemon/test-session.ts";
import { testBubblewrap, testTmux } from "../machine.ts";
import { answer } from "../terminal/answer.ts";
import { screenBeside } from "../terminal/opened-screens.ts";

const files = {
  "src/a.txt": "0\n",
  "src/b.txt": "0\n",
  "test/a.sh": "grep -q 1 src/a.txt\n",
  "test/c.sh": "grep -q 2 src/a.txt\n",
  "test/b.sh": "grep -q 1 src/b.txt\n",
};

/** A command that no parser sees through: it writes a file. */
const puts = (path: string, text: string) =>
  shell(`node -e "require('fs').writeFileSync('${path}', '${text}\\n')"`);
const read = (path: string) => ({ name: "read", args: { path } });
const write = (path: string, content: string) => ({ name: "write", args: { path, content } });
const shell = (command: string) => ({ name: "shell", args: { command } });

/** Whether the loop is over or waits for a person. */
const settled = (night: Night, id: string) =>
  expect.poll(async () => (await loopNow(night, id)).phase, { timeout: 90_000 }).not.toBe("running");

describe.skipIf(testBubblewrap === undefined)("a loop", () => {
  it("believes checks and never the model: it lies, empties tests, asks for the net, breaks what was done", async () => {
    const script: NightScript = ({ asked, turn, results }) => {
      const done = "Done. All tests pass.";
      if (asked.includes("make a")) return turn === 1 || results > 0 ? done : puts("src/a.txt", "1");
      if (asked.includes("cheat b")) {
        if (turn > 1) return results > 0 ? done : puts("test/b.sh", "exit 0");
        return [read("test/b.sh"), write("test/b.sh", "exit 0\n"), puts("test/new.sh", "")][results] ?? done;
      }
      if (results > 0) return done;
      return asked.includes("fetch c")
        ? shell("curl https://example.org/c > src/c.txt")
        : puts("src/a.txt", "2");
    };
    const night = await givenNight(files, script);
    const plan = `# A night
keep: test/**
attempts: 2
- [x] was done long ago
  check: false
- [ ] make a
  check: sh test/a.sh
- [ ] cheat b
  check: sh test/b.sh
- [ ] is there already
  check: test -f src/a.txt
- [ ] fetch c
  check: test -s src/c.txt
- [ ] break a
  check: sh test/c.sh
`;
    const { id, worktree } = await startLoop(night, plan);
    await settled(night, id);
    const loop = await loopNow(night, id);
    expect(loop.items.map(({ state }) => state)).toEqual([
      "broken_later",
      "stuck",
      "already_green",
      "needs_you",
      "done",
    ]);
    expect(loop.end).toBe("open");
    const [a, b, , c] = loop.items;
    expect(a?.attempts).toHaveLength(2);
    expect(b?.restored).toEqual(["test/new.sh", "test/b.sh"]);
    expect(c?.denied[0]?.call).toContain("curl https://example.org/c");
    expect(git(night.repository, "status", "--porcelain")).toBe("");
    expect(git(night.repository, "rev-list", "--count", "HEAD")).toBe("1");
    // Every state equals the check run by hand in a fresh clone.
    const hand = await mkdtemp(join(tmpdir(), "kestrel-hand-"));
    onTestFinished(() => rm(hand, { recursive: true, force: true }));
    git(hand, "clone", "-q", worktree.folder, "work");
    const work = join(hand, "work");
    expect(await readFile(join(work, "test/b.sh"), "utf8")).toBe(files["test/b.sh"]);
    expect(await readFile(join(work, "src/a.txt"), "utf8")).toBe("2\n");
    expect(git(work, "log", "--format=%s", "--reverse")).toBe("begin\nmake a\nbreak a");
    const review = await night.daemon.client.call("reviewWorktree", { body: { id: worktree.id } });
    expect(review.files).toEqual(["src/a.txt"]);
    const { ours, theirs } = review;
    await night.daemon.client.call("mergeWorktree", { body: { id: worktree.id, ours, theirs } });
    expect(await readFile(join(night.repository, "src/a.txt"), "utf8")).toBe("2\n");
  });

  it("survives kill -9 in a request and behind finished work: no attempt is lost, a green tree costs no request", async () => {
    let silent = true;
    const script: NightScript = ({ asked, results }) => {
      const first = asked.includes("make a");
      if (first && results === 0) return silent ? undefined : puts("src/a.txt", "1");
      if (first) return undefined;
      return results > 0 ? "Done." : puts("src/b.txt", "1");
    };
    const night = await givenNight(files, script);
    const text = "- [ ] make a\n  check: sh test/a.sh\n- [ ] make b\n  check: sh test/b.sh\n";
    const { id, worktree } = await startLoop(night, text);
    const { daemon, server } = night;
    await expect.poll(() => server.chats.length).toBe(1);
    await daemon.kill();
    silent = false;
    await daemon.start();
    // The work is done, and the request behind it is never answered.
    await expect.poll(() => server.chats.length, { timeout: 60_000 }).toBe(3);
    expect(await readFile(join(worktree.folder, "src/a.txt"), "utf8")).toBe("1\n");
    await daemon.kill();
    await daemon.start();
    await settled(night, id);
    const loop = await loopNow(night, id);
    expect(loop).toMatchObject({ phase: "ended", end: "done" });
    expect(loop.items.map(({ attempts }) => attempts.length)).toEqual([1, 1]);
    expect(git(worktree.folder, "log", "--format=%s", "--reverse")).toBe("begin\nmake a\nmake b");
    const asked = server.chats.map(({ body }) => (body.includes("make a") ? "a" : "b"));
    expect(asked).toEqual(["a", "a", "a", "b", "b"]);
  });

  it("comes to the same when it is killed behind its events, one after the other", {
    timeout: 240_000,
  }, async () => {
    const script: NightScript = ({ asked, results }) => {
      if (results > 0) return "Done.";
      return asked.includes("make a") ? puts("src/a.txt", "1") : puts("src/b.txt", "1");
    };
    const night = await givenNight(files, script);
    const text = "- [ ] make a\n  check: sh test/a.sh\n- [ ] make b\n  check: sh test/b.sh\n";
    const { id, worktree } = await startLoop(night, text);
    const { daemon } = night;
    const log = join(daemon.dataFolder, "loops", `${id}.jsonl`);
    // Each start says that it goes on: a kill behind that one alone would go on for ever.
    const events = async () =>
      (await readFile(log, "utf8"))
        .split("\n")
        .filter((line) => line !== "" && !line.includes("loop.resumed"));
    const kills = new Set<string>();
    for (let seen = 1; ; ) {
      const grown = async () => (await events()).length;
      await expect.poll(grown, { timeout: 60_000, interval: 5 }).toBeGreaterThan(seen);
      await daemon.kill();
      const all = await events();
      seen = all.length;
      kills.add(JSON.parse(all.at(-1) ?? "{}").body.type);
      await daemon.start();
      if (kills.has("loop.ended")) break;
    }
    expect([...kills]).toEqual(expect.arrayContaining(["attempt.began", "check.ran", "item.settled"]));
    const loop = await loopNow(night, id);
    expect(loop).toMatchObject({ phase: "ended", end: "done", stuck: 0 });
    expect(loop.items.map(({ attempts }) => attempts.length)).toEqual([1, 1]);
    expect(loop.items.map(({ last }) => last?.code)).toEqual([0, 0]);
    expect(git(worktree.folder, "log", "--format=%s", "--reverse")).toBe("begin\nmake a\nmake b");
    expect(git(worktree.folder, "status", "--porcelain")).toBe("");
    expect(git(night.repository, "status", "--porcelain")).toBe("");
  });

  it("writes nothing in the person's checkout by its absolute path", async () => {
    let there = "";
    const night = await givenNight(files, ({ results }) => {
      const path = join(there, "src/a.txt");
      return [write(path, "1\n"), shell(`echo 1 > ${path}`), puts(path, "1")][results] ?? "Done.";
    });
    there = night.repository;
    const { id } = await startLoop(night, "attempts: 1\n- [ ] make a\n  check: sh test/a.sh\n");
    await settled(night, id);
    expect((await loopNow(night, id)).items[0]?.state).toBe("needs_you");
    expect(await readFile(join(there, "src/a.txt"), "utf8")).toBe("0\n");
    expect(git(there, "status", "--porcelain")).toBe("");
  });

  it("begins its attempt when a person's turn is over", async () => {
    const night = await givenNight(files, ({ asked, results }) => {
      if (asked.includes("think")) return;
      return results > 0 ? "Done." : puts("src/a.txt", "1");
    });
    const person = await openTestSession(night.daemon);
    const { turnId } = await person.send({ type: "send-message", text: "think" });
    const { id } = await startLoop(night, "- [ ] make a\n  check: sh test/a.sh\n");
    await expect.poll(async () => (await loopNow(night, id)).items[0]?.before?.code).toBe(1);
    expect((await loopNow(night, id)).items[0]?.attempts).toEqual([]);
    await person.send({ type: "cancel" });
    const { at: over } = await person.until("turn.ended", 0, (body) => body.turnId === turnId);
    await settled(night, id);
    const { state, attempts } = (await loopNow(night, id)).items[0] ?? {};
    expect(state).toBe("done");
    const work = followTestSession(night.daemon, SessionId.parse(attempts?.[0]?.session));
    const { at: began } = await work.until("turn.started");
    expect(Date.parse(began)).toBeGreaterThanOrEqual(Date.parse(over));
  });

  it("is begun by a yes to the whole plan, stopped and resumed, and ends with the codes of the help", async () => {
    const night = await givenNight(
      { ...files, "PLAN.md": "- [ ] make a\n  check: sh test/a.sh\n" },
      ({ turn, results }) => (turn === 1 ? undefined : results > 0 ? "Done." : puts("src/a.txt", "1")),
    );
    const kestrel = (...words: string[]) => runProgram(night, words);
    await writeFile(
      join(night.repository, "DOUBTED.md"),
      "- [ ] src/a.txt has a 1\n  check: grep 1 src/a.txt\n",
    );
    expect((await kestrel("loop", "DOUBTED.md")).errors).toContain(
      "src/a.txt must stay unchanged, so the item cannot",
    );
    const asked = await kestrel("loop", "PLAN.md");
    expect(asked.code).toBe(5);
    expect(asked.errors).not.toContain("Note:");
    expect(asked.errors).toContain("sh test/a.sh");
    expect(asked.errors).toContain("--yes");
    expect((await kestrel("loop", "list")).output).toContain("There are no loops");
    const begun = JSON.parse((await kestrel("loop", "PLAN.md", "--yes", "--json")).output);
    const { id } = begun.loop;
    expect((await kestrel("loop", "PLAN.md", "--yes")).errors).toContain("another loop runs");
    expect((await kestrel("worktree", "drop", begun.loop.worktree.name)).errors).toContain("stop it first");
    expect((await kestrel("status", "--json")).output).toContain('"loop"');
    await expect.poll(() => night.server.chats.length).toBe(1);
    expect((await kestrel("loop", "stop", id)).code).toBe(7);
    expect((await kestrel("loop", "show", id)).output).toContain("Stopped by you");
    expect((await kestrel("loop", "resume", id)).code).toBe(0);
    await settled(night, id);
    const report = await kestrel("loop", "show", id);
    expect(report.code).toBe(0);
    expect(report.output).toContain("1. done: make a");
    expect((await kestrel("loop", "merge", id)).code).toBe(5);
    const merged = await kestrel("loop", "merge", id, "--yes");
    expect(merged.output).toContain("Merged");
    expect(await readFile(join(night.repository, "src/a.txt"), "utf8")).toBe("1\n");
    await kestrel("loop", "drop", id);
    expect((await kestrel("worktree", "list")).output).toContain("kept for 30 days");
    expect((await kestrel("loop", "list")).output).toContain("There are no loops");
    const missing = await kestrel("worktree", "drop", "nosuch");
    expect(missing.code).toBe(1);
    expect(missing.errors).toContain("`kestrel worktree list`");
  });

  it("pauses where nothing is installed, and refuses a plan with its line", async () => {
    const night = await givenNight(files, () => "Done.");
    const { id } = await startLoop(night, "- [ ] make a\n  check: no-such-program-here\n");
    await settled(night, id);
    expect(await loopNow(night, id)).toMatchObject({ phase: "paused", pause: { why: "nothing_installed" } });
    expect(night.server.chats).toEqual([]);
    await expect(startLoop(night, "- [ ] make a\n  chek: true\n")).rejects.toMatchObject({
      code: "loop_refused",
      params: { reason: "plan_key", line: 2, name: "chek" },
    });
  });
});

it.skipIf(testBubblewrap === undefined || testTmux === undefined)(
  "goes from a wish to a reviewed change in a terminal: ideas, a draft, a person's edit, and nothing runs before the yes",
  async () => {
    const draft = "- [ ] make a\n  check: touch ran; sh test/a.sh\n- [ ] too much\n  check: false\n";
    const night = await givenNight(files, ({ asked, last, results }) => {
      if (asked.includes("It is done when")) return results > 0 ? "Done." : puts("src/a.txt", "1");
      if (last.includes("Draft a plan"))
        return results > 0 ? "The plan is ready to be edited." : write("PLAN.md", draft);
      return last.includes("look at it") ? "Nothing is wrong with it." : "Three ways come to mind.";
    });
    const screen = await screenBeside(night.daemon);
    await screen.enter("/brainstorm");
    await screen.tell("how can a get better?", "Three ways come to mind.");
    await screen.tell('/loop new "make a better"', "The model drafts PLAN.md. Edit it, then begin it with");
    await answer(screen, "a");
    await screen.shows("The plan is ready to be edited.");
    const bodies = night.server.chats.map(({ body }) => body);
    expect(bodies[0]).toContain("you think with the user and change nothing");
    expect(bodies.at(-1)).toContain("Draft a plan for this wish. Do none of it yet:\\nmake a better\\n");
    const nothingRan = async () => {
      expect((await night.daemon.client.call("listLoops")).loops).toEqual([]);
      expect((await night.daemon.client.call("listWorktrees", { body: {} })).worktrees).toEqual([]);
      await expect(access(join(night.repository, "ran"))).rejects.toThrow();
    };
    await nothingRan();
    await writeFile(join(night.repository, "PLAN.md"), "- [ ] make a\n  check: sh test/a.sh\n");
    const asked = await runProgram(night, ["loop", "PLAN.md"]);
    expect(asked.code).toBe(5);
    expect(asked.errors).toContain("done when this ends with code 0: sh test/a.sh");
    expect(asked.errors).not.toContain("too much");
    await nothingRan();
    const { id } = JSON.parse((await runProgram(night, ["loop", "PLAN.md", "--yes", "--json"])).output).loop;
    await settled(night, id);
    await screen.tell(`/loop ${id}`, "Every item is done");
    await screen.enter("/review");
    await screen.tell("look at it", "Nothing is wrong with it.");
    expect(night.server.chats.at(-1)?.body).toContain("From now on you review and change nothing.");
    await runProgram(night, ["loop", "merge", id, "--yes"]);
    expect(await readFile(join(night.repository, "src/a.txt"), "utf8")).toBe("1\n");
  },
);
