import { readFile, stat } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testBubblewrap, testEngine } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import {
  homeIn,
  interruptedAtWork,
  type KestrelHome,
  kestrel,
  kestrelHome,
} from "../terminal/kestrel-home.ts";

const scripts = {
  ...standardScripts,
  question: callsThenSays(
    "ask_user",
    { question: "Red or blue?", choices: ["red", "blue"] },
    "Then I leave the colour.",
  ),
  sleep: callsThenSays("shell", { command: "sleep 60" }, "Slept well."),
};
const files = standardFiles;
const plainAnswer = "Hello! I am a tiny scripted model, and this is my plain answer.";

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe.skipIf(testEngine === undefined)("kestrel run, with a daemon of its own", () => {
  let home: KestrelHome;
  beforeAll(async () => {
    home = await kestrelHome({ scripts, files, config: "[limits]\nmax_steps = 3\n" });
  });
  const run = (...words: string[]) => kestrel(home, ["run", ...words, "--model", home.model]);

  it("puts the answer, and nothing else, on standard output", async () => {
    const { code, out, err } = await run("Who are you?");
    expect(out).toBe(`${plainAnswer}\n`);
    expect(err).toMatch(/session s\w+/);
    expect(code).toBe(0);
  });

  it("is named, tagged, pinned and put away as the person wants", async () => {
    const { out } = await run("Who are you, in a session to keep?", "--json");
    const { session } = linesOf(out)[0] as { session: string };
    const does = async (...words: string[]) => (await kestrel(home, ["sessions", ...words])).code;
    expect(await does("rename", session, "The", "keeper")).toBe(0);
    expect(await does("tag", session, "birds", "work")).toBe(0);
    expect(await does("untag", session, "work")).toBe(0);
    expect(await does("pin", session)).toBe(0);
    const listed = await kestrel(home, ["sessions", "list"]);
    expect(listed.out.split("\n")[0]).toMatch(new RegExp(`^${session} .*★ #birds The keeper$`));
    expect(await does("archive", session)).toBe(0);
    expect((await kestrel(home, ["sessions", "list"])).out).not.toContain("The keeper");
    expect((await kestrel(home, ["sessions", "list", "--archived"])).out).toContain("The keeper");
    expect([
      await does("tag", session),
      await does("rename", session),
      await does("pin", session, "x"),
    ]).toEqual([2, 2, 2]);
  });

  it("is found again by what was said in it", async () => {
    await run("Who are you in 缓存?");
    const { out, code } = await kestrel(home, ["sessions", "search", "缓存", "tiny scripted"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^s\w+ .*\n {2}(title|you) .*缓存/);
    expect(out).toMatch(/\n {2}model +.*I am a tiny scripted model/);
    const nothing = await kestrel(home, ["sessions", "search", "scripted tiny", "--json"]);
    expect(linesOf(nothing.out)[0]).toMatchObject({ found: [], searched: expect.any(Number) });
    for (const words of [[], [""], [" ", "\t\u3000"]]) {
      const none = await kestrel(home, ["sessions", "search", ...words]);
      expect(none).toMatchObject({ code: 2, out: "" });
      expect(none.err).toMatch(/^`sessions search` needs WORDS\.\nRun `/);
    }
  });

  it("answers a question that only a person could with: nobody is here, at once", async () => {
    const { code, out, err } = await run("[[question]]", "--json");
    expect(code).toBe(0);
    expect(err).toContain("Red or blue?");
    const { session } = linesOf(out)[0] as { session: string };
    const exported = await kestrel(home, ["sessions", "export", session, "--jsonl"]);
    const answered = linesOf(exported.out).map(({ body }) => body as { type: string; content?: string });
    expect(answered).toContainEqual(expect.objectContaining({ type: "question.answered", end: "nobody" }));
    expect(answered.find(({ type }) => type === "tool.finished")?.content).toMatch(/no user|nobody/i);
    expect(out).toContain("Then I leave the colour.");
  });

  it("is silent on standard error with -q", async () => {
    expect(await run("-q", "Who are you?")).toEqual({ code: 0, out: `${plainAnswer}\n`, err: "" });
  });

  it("takes the task from standard input, and with words takes that as context", async () => {
    const asTask = await kestrel(home, ["run", "-", "--model", home.model], { input: "[[read]] please" });
    expect(asTask).toMatchObject({ code: 0, out: "I have read hello.txt; it greets the world.\n" });
    const bare = await kestrel(home, ["--model", home.model], { input: "[[read]] please" });
    expect(bare).toMatchObject({ code: 0, out: "I have read hello.txt; it greets the world.\n" });
    const asContext = await kestrel(home, ["run", "Look at this:", "--json", "--model", home.model], {
      input: "[[zh]]\n",
    });
    const { session } = linesOf(asContext.out)[0] as { session: string };
    const shown = await kestrel(home, ["sessions", "show", session]);
    expect(shown.out).toContain("› Look at this:\n  \n  [[zh]]");
    expect(shown.out).toContain("你好！");
  });

  it("denies what nobody allowed, leaves the file alone and exits 5", async () => {
    const { code, err } = await run("[[edit]]");
    expect(code).toBe(5);
    expect(err).toContain("denied: edit greeting.txt (no terminal to ask; --approve edits allows it)");
    expect(err.match(/edit greeting\.txt/g)).toHaveLength(1);
    expect(err).toContain(
      "1 call needed approval and no terminal was attached, so it was denied. Allow it with --approve edits.",
    );
    expect(await readFile(join(home.workspace, "greeting.txt"), "utf8")).toBe(files["greeting.txt"]);
  });

  it("runs a command that is allowed to the byte, and no other", async () => {
    expect(await run("[[shell]]", "--allow", "env echo kestrel")).toMatchObject({ code: 0 });
    expect(await run("[[shell]]", "--allow", "env echo kestrel ")).toMatchObject({ code: 5 });
    const denied = await run("[[shell]]", "--approve", "edits");
    expect(denied).toMatchObject({ code: 5 });
    expect(denied.err).toContain("--allow 'env echo kestrel' allows exactly this line");
  });

  it.skipIf(testBubblewrap === undefined)(
    "runs a command in the sandbox with --approve all, and leaves the session's mode as it is",
    async () => {
      const bare = await kestrelHome({ scripts, files });
      const PATH = `${dirname(testBubblewrap ?? "")}${delimiter}${bare.environment.PATH}`;
      const boxed = { ...bare, environment: { ...bare.environment, PATH } };
      const words = ["run", "[[shell]]", "--approve", "all", "--json", "--model", boxed.model];
      const { code, out, err } = await kestrel(boxed, words);
      expect({ code, err }).toMatchObject({ code: 0 });
      const { session } = linesOf(out)[0] as { session: string };
      const log = await kestrel(boxed, ["sessions", "export", session, "--format", "jsonl"]);
      expect(log.out).toContain('"approval.requested"');
      expect(log.out).not.toContain('"mode.set"');
    },
  );

  it("changes files with --approve edits, and says which", async () => {
    const { code, out } = await run("[[edit]]", "--approve", "edits", "--json");
    expect(code).toBe(0);
    expect(linesOf(out)).toMatchObject([
      {
        type: "result",
        schema: 1,
        reason: "done",
        exitCode: 0,
        workspace: home.workspace,
        answer: "The greeting now says good evening.",
        denied: [],
        files: [{ path: "greeting.txt", added: 1, removed: 1 }],
        usage: { prompt: expect.any(Number), cached: expect.any(Number), generated: expect.any(Number) },
      },
    ]);
    expect(await readFile(join(home.workspace, "greeting.txt"), "utf8")).toContain("Good evening");
  });

  it("tells events as lines, from the session to the result", async () => {
    const { out } = await run("[[read]]", "--jsonl");
    const lines = linesOf(out);
    expect(lines[0]).toMatchObject({ type: "session", schema: 1, workspace: home.workspace });
    expect(lines.at(-1)).toMatchObject({ type: "result", schema: 1, exitCode: 0 });
    const between = lines.slice(1, -1) as { type: string; seq: number; body: { type: string } }[];
    const events = between.filter(({ type }) => type === "event");
    // What was said stands in an event, and before that piece by piece as it came.
    const live = new Set(between.filter(({ type }) => type !== "event").map(({ type }) => type));
    expect(live.has("text")).toBe(true);
    for (const type of live) expect(["text", "reasoning", "tool-output"]).toContain(type);
    const kinds = events.map(({ body }) => body.type);
    expect([kinds[0], kinds.at(-1)]).toEqual(["turn.started", "turn.ended"]);
    expect(kinds).toContain("tool.finished");
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => (events[0]?.seq ?? 0) + at));
  });

  it("stops at the most steps and exits 6", async () => {
    const { code, err } = await run("[[s1]]");
    expect(err).toContain("the turn reached its limit of steps");
    expect(code).toBe(6);
  });

  it("cancels the turn at SIGINT, keeps the log and exits 130", async () => {
    const words = ["run", "[[sleep]]", "--allow", "sleep 60", "--jsonl", "--model", home.model];
    const stopped = await interruptedAtWork(home, words);
    expect(stopped.code).toBe(130);
    const { session, reason } = linesOf(stopped.out).at(-1) as { session: string; reason: string };
    expect(reason).toBe("cancelled");
    const shown = await kestrel(home, ["sessions", "show", session]);
    expect(shown.out).toContain("$ sleep 60  cancelled");
    expect(shown.out).toContain("Stopped.");
  });

  it("exits 4 for a model that is not there, and leaves no empty session behind", async () => {
    const before = await kestrel(home, ["sessions", "list", "--json"]);
    const { code, err } = await kestrel(home, ["run", "hello", "--model", "nowhere.gguf"]);
    expect(code).toBe(4);
    expect(err).toContain(join(home.workspace, "nowhere.gguf"));
    const after = await kestrel(home, ["sessions", "list", "--json"]);
    expect(after.out).toBe(before.out);
  });

  it("lists, shows and removes sessions", async () => {
    const { out } = await kestrel(home, ["sessions", "list"]);
    const [id = ""] = /^s\w+/.exec(out) ?? [];
    expect(out).toContain(home.workspace);
    expect(await kestrel(home, ["sessions", "rm", id])).toMatchObject({ code: 0 });
    expect((await kestrel(home, ["sessions", "list"])).out).not.toContain(id);
    expect(await kestrel(home, ["sessions", "show", id])).toMatchObject({ code: 1, out: "" });
  });

  it("keeps what it writes to itself", async () => {
    expect((await stat(join(home.dataFolder, "sessions"))).mode & 0o077).toBe(0);
  });
});

describe.skipIf(testEngine === undefined)("kestrel run, beside a daemon that runs", () => {
  it("joins it: a second run goes on in the same session, on the same cache", async () => {
    const daemon = await startTestDaemon({ scripts, files });
    const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const first = linesOf((await kestrel(home, ["run", "hello", "--json"])).out)[0] ?? {};
    const second = linesOf((await kestrel(home, ["run", "-c", "and again", "--json"])).out)[0] ?? {};
    const third = linesOf(
      (await kestrel(home, ["run", "-r", String(first.session), "[[zh]]", "--json"])).out,
    )[0];
    expect(second.session).toBe(first.session);
    expect(third).toMatchObject({
      session: first.session,
      answer: expect.stringContaining("你好"),
    });
    const { prompt, generated } = first.usage as { prompt: number; generated: number };
    expect((second.usage as { cached: number }).cached).toBe(prompt + generated - 1);
    const { sessions } = await daemon.client.call("listSessions");
    expect(sessions).toMatchObject([{ id: first.session, turns: 3 }]);
  });

  it("refuses, in one sentence, a model that is not the daemon's", async () => {
    const daemon = await startTestDaemon({ scripts, files });
    const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const { code, err, out } = await kestrel(home, ["run", "hello", "--model", "another.gguf"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`already running (pid ${daemon.pid})`);
    expect(err).toContain("--model");
  });
});
