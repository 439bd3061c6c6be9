import { describe, expect, it } from "vitest";
import { readCommandLine, UsageError } from "../src/arguments.ts";
import { modeOf } from "../src/daemon/pick-session.ts";
import { speaker } from "../src/i18n/say.ts";
import { type ApprovalRule, type AskingCall, allows, approvalRuleOf } from "../src/run/approval-rule.ts";
import { readTask } from "../src/run/read-task.ts";

const say = await speaker("en");

describe("a command line", () => {
  it.each([
    { line: [], command: undefined, words: [], flags: {} },
    { line: ["run", "fix", "it"], command: "run", words: ["fix", "it"], flags: {} },
    { line: ["run", "-"], command: "run", words: ["-"], flags: {} },
    { line: ["run", "-c", "go on"], command: "run", words: ["go on"], flags: { continue: true } },
    { line: ["run", "-r", "s1", "x"], command: "run", words: ["x"], flags: { resume: "s1" } },
    { line: ["-c"], command: undefined, words: [], flags: { continue: true } },
    {
      line: ["run", "x", "-C", "/tmp", "-q"],
      command: "run",
      words: ["x"],
      flags: { folder: "/tmp", quiet: true },
    },
    {
      line: ["run", "x", "--allow", "a b", "--allow", "c"],
      command: "run",
      words: ["x"],
      flags: { allow: ["a b", "c"] },
    },
    { line: ["run", "--", "--odd"], command: "run", words: ["--odd"], flags: {} },
  ])("$line is understood", ({ line, ...read }) => {
    expect(readCommandLine(line, say)).toEqual(read);
  });

  it.each([[["--nope"]], [["run", "x", "--json=1"]], [["run", "--resume"]]])("%j is refused", (line) => {
    expect(() => readCommandLine(line, say)).toThrow(UsageError);
  });

  it.each([
    [["--bogus"], "There is no flag `--bogus`"],
    [["run", "-z"], "There is no flag `-z`"],
    [["run", "--temperature", "-1"], "--temperature=-1"],
    [["run", "--resume"], "--resume takes a value"],
    [["run", "--json=1"], "--json takes no value"],
  ])("%j is told in our own words", (line, words) => {
    expect(() => readCommandLine(line, say)).toThrow(words);
  });

  it("knows the modes", () => {
    expect(modeOf({}, say)).toBeUndefined();
    expect(modeOf({ mode: "plan" }, say)).toBe("plan");
    expect(() => modeOf({ mode: "yolo" }, say)).toThrow(
      "--mode takes plan | ask | edits | auto, not `yolo`.",
    );
  });
});

describe("the task of a run", () => {
  const input = (kind: "terminal" | "pipe", text: string) => ({
    kind,
    read: async () => text,
    readIfGiven: async () => (kind === "terminal" ? "" : text),
  });

  it.each([
    { words: ["say", "hi"], given: input("terminal", ""), task: "say hi" },
    { words: ["-"], given: input("pipe", " from a pipe\n"), task: "from a pipe" },
    { words: [], given: input("pipe", "from a pipe"), task: "from a pipe" },
    { words: ["explain"], given: input("pipe", "a log\n"), task: "explain\n\na log" },
    { words: ["explain"], given: input("pipe", ""), task: "explain" },
  ])("is $task", async ({ words, given, task }) => {
    expect(await readTask(words, given, say)).toBe(task);
  });

  it("must be something, and not without end", async () => {
    await expect(readTask([], input("terminal", ""), say)).rejects.toThrow(UsageError);
    await expect(readTask(["-"], input("pipe", " \n"), say)).rejects.toThrow(UsageError);
    await expect(readTask(["-"], input("pipe", "x".repeat(200_001)), say)).rejects.toThrow("200000");
  });
});

describe("what a run may do without asking", () => {
  const edit = {
    subject: { paths: [{ path: "a", access: "write" }] },
    risk: "edit",
    reasons: ["changes_file"],
  } satisfies AskingCall;
  const shell = (command: string) =>
    ({ subject: { commands: [command] }, risk: "execute", reasons: ["runs_command"] }) satisfies AskingCall;
  const edits = approvalRuleOf({ approve: "edits" }, say);
  const oneCommand = approvalRuleOf({ allow: ["npm test"] }, say);

  it.each([
    ["an edit, with nothing said", approvalRuleOf({}, say), edit, false],
    ["an edit, with --approve edits", edits, edit, true],
    ["a protected file, with --approve edits", edits, { ...edit, reasons: ["protected_path"] }, false],
    ["a command, with --approve edits", edits, shell("npm test"), false],
    ["the command of --allow", oneCommand, shell("npm test"), true],
    ["another command", oneCommand, shell("npm test; rm -r ."), false],
    ["the command with a blank more", oneCommand, shell("npm test "), false],
    ["an edit, with --allow", oneCommand, edit, false],
    [
      "one of two commands",
      oneCommand,
      { ...shell(""), subject: { commands: ["npm test", "rm -r ."] } },
      false,
    ],
    ["what does not say what it runs", oneCommand, { ...shell(""), subject: undefined }, false],
  ] as [string, ApprovalRule, AskingCall, boolean][])("%s", (_, rule, call, allowed) => {
    expect(allows(rule, call)).toBe(allowed);
  });

  it("is edits or nothing", () => {
    expect(() => approvalRuleOf({ approve: "all" }, say)).toThrow("--approve takes edits, not `all`.");
  });
});
