import { describe, expect, it } from "vitest";
import { readCommandLine, UsageError } from "../src/arguments.ts";
import { commandMeant } from "../src/command-meant.ts";
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
    expect(readCommandLine(line, say)).toMatchObject(read);
  });

  it.each([[["--nope"]], [["run", "x", "--json=1"]], [["run", "--resume"]]])("%j is refused", (line) => {
    expect(() => readCommandLine(line, say)).toThrow(UsageError);
  });

  it.each([
    [["--bogus"], "There is no flag `--bogus`"],
    [["run", "-z"], "There is no flag `-z`"],
    [["serve", "--host", "0.0.0.0"], "ssh -N -L PORT:127.0.0.1:PORT"],
    [["serve", "--listen=192.168.1.5"], "Kestrel listens on 127.0.0.1 only"],
    [["run", "--temperature", "-1"], "--temperature=-1"],
    [["run", "--resume"], "--resume takes a value"],
    [["run", "--json=1"], "--json takes no value"],
    [["--mode", "yolo"], "--mode takes plan | ask | edits | auto, not `yolo`."],
    [["run", "x", "--approve", "al"], "--approve takes edits | all, not `al`."],
    [["run", "x", "--jsn"], "Did you mean --json?"],
    [["sessions", "export", "1", "--fromat", "html"], "Did you mean --format?"],
  ])("%j is told in our own words", (line, words) => {
    expect(() => readCommandLine(line, say)).toThrow(words);
  });
});

describe("what a command line means", () => {
  const meant = (...line: string[]) => commandMeant(readCommandLine(line, say), say);

  it.each([
    [[], "kestrel", "", []],
    [["sessions"], "sessions", "list", []],
    [["sessions", "rm", "4k2f"], "sessions", "remove", ["4k2f"]],
    [["models", "ls"], "models", "list", []],
    [["sessions", "rename", "4k2f", "a", "title"], "sessions", "rename", ["4k2f", "a", "title"]],
    [["mcp", "add", "files", "--", "npx", "-y", "server"], "mcp", "add", ["files", "npx", "-y", "server"]],
    [["status"], "status", "", []],
    [["fix the failing test"], "kestrel", "", ["fix the failing test"]],
    [["-c", "and now the docs"], "kestrel", "", ["and now the docs"]],
    [["why", "is", "it", "slow"], "kestrel", "", ["why", "is", "it", "slow"]],
    [["--", "sessions"], "kestrel", "", ["sessions"]],
    [["-c", "--", "yes"], "kestrel", "", ["yes"]],
  ] as const)("%j is %s %s %j", (line, name, verb, words) => {
    expect(meant(...line)).toEqual({ name, verb, words });
  });

  it.each([
    [["rnu"], "There is no command `rnu`. Did you mean `run`? To send it as a message: `kestrel -- rnu`"],
    [["hello"], "To send it as a message: `kestrel -- hello`"],
    [["sesions", "list"], "Did you mean `sessions`?"],
    [["sessions", "burn"], "`sessions` has no `burn`. It has: list, search"],
    [["sessions", "exprt", "1"], "Did you mean `sessions export`?"],
    [["sessions", "show"], "`sessions show` needs ID."],
    [["sessions", "tag", "4k2f"], "`sessions tag` needs TAG."],
    [["sessions", "show", "1", "2"], "`sessions show` does not take `2`."],
    [["sessions", "show", "1", "--deleted"], "`sessions show` has no flag --deleted."],
    [["status", "now"], "`status` does not take `now`."],
    [["completion", "tcsh"], "completion takes bash | zsh | fish, not `tcsh`."],
    [["permissions", "add", "alow", "command: x"], "takes allow | ask | deny, not `alow`."],
  ] as const)("%j is refused: %s", (line, problem) => {
    expect(() => meant(...line)).toThrow(problem);
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
});
