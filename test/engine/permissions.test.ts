import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

/** The built program, without a daemon, a model or an engine. */
describe("kestrel permissions", () => {
  let home: KestrelHome;
  beforeAll(async () => {
    home = await kestrelHome({
      scripts: {},
      config: '[permission]\nallow = ["command: npm run lint*"]\ndeny = ["command: git push*"]\n',
    });
    mkdirSync(join(home.workspace, "src"), { recursive: true });
    writeFileSync(join(home.workspace, "a.txt"), "one\n");
    execFileSync("git", ["init", "-q"], { cwd: home.workspace });
  });

  const why = async (command: string, ...flags: string[]) => {
    const { code, out, err } = await kestrel(home, ["permissions", "why", command, "--json", ...flags]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out) as { decision: string; trace: { step: string }[]; rules?: string[] };
  };

  it.each([
    ["ls -la", "plan", "allow", "proven_reading"],
    ["git status --short", "ask", "allow", "proven_reading"],
    ["ls -l 书籍", "ask", "allow", "proven_reading"],
    ["npm run lint -- 书籍", "ask", "allow", "rule_allows"],
    ["npm run lint -- src", "ask", "allow", "rule_allows"],
    ["npm run lint && cat a.txt", "ask", "allow", "rule_allows"],
    ["npm run lint && npm test", "ask", "ask", "part_uncovered"],
    ["npm run lint; $x", "auto", "ask", "line_not_read"],
    ["git push", "auto", "deny", "rule_denies"],
    ["sudo git push", "ask", "deny", "rule_denies"],
    ["npm test", "plan", "deny", "mode_denies"],
    ["rm -rf src", "auto", "ask", "asks_each_time"],
  ])("%s in %s: %s (%s)", async (command, mode, decision, step) => {
    const told = await why(command, "--mode", mode);
    expect(told.decision).toBe(decision);
    expect(told.trace.map((one) => one.step)).toContain(step);
  });

  it.each([
    ["git status", "git would look in the folders above, and their settings can start programs."],
    ["echo $x", "No rule can allow it, only your yes to this exact line."],
  ])("says why it asks about %s", async (command, sentence) => {
    const { out } = await kestrel(home, ["permissions", "why", command, "-C", "src"]);
    expect(out).toContain(sentence);
  });

  it("lets git look in a linked worktree, and asks where the settings of its repository name a program", async () => {
    const main = join(home.workspace, "main");
    const git = (...words: string[]) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@author.example", "-C", main, ...words]);
    mkdirSync(main);
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "first");
    git("worktree", "add", "-q", "../linked");
    for (const line of ["git status", "git diff", "git log"])
      expect((await why(line, "-C", "linked")).decision, line).toBe("allow");
    git("config", "diff.external", "./pwn");
    expect((await why("git status", "-C", "linked")).decision).toBe("ask");
  });

  it("remembers a rule for this folder, lists it and revokes it", async () => {
    expect((await why("make all")).decision).toBe("ask");
    const [rule = ""] = (await why("make all")).rules ?? [];
    expect((await kestrel(home, ["permissions", "add", "allow", rule])).code).toBe(0);
    expect((await why("make all")).decision).toBe("allow");
    expect((await why("make all", "-C", "src")).decision).toBe("ask");
    const { remembered } = JSON.parse((await kestrel(home, ["permissions", "list", "--json"])).out);
    expect(remembered).toMatchObject([
      { verdict: "allow", rule: "command: make all", workspace: home.workspace },
    ]);
    expect((await kestrel(home, ["permissions", "revoke", remembered[0].id])).code).toBe(0);
    expect((await why("make all")).decision).toBe("ask");
    expect((await kestrel(home, ["permissions", "revoke", remembered[0].id])).code).toBe(1);
  });

  it.each([
    [["permissions", "why"], 2],
    [["permissions", "add", "perhaps", "shell"], 2],
    [["permissions", "add", "allow", "no rule at all"], 2],
    [["permissions", "burn"], 2],
    [["permissions", "why", "ls", "--mode", "yolo"], 2],
    [["permissions", "why", "ls", "-C", "/nowhere/at/all"], 3],
  ])("%j is refused with %i", async (words, code) => {
    const told = await kestrel(home, words);
    expect(told.code).toBe(code);
    expect(told.out).toBe("");
    expect(told.err).not.toBe("");
  });
});
