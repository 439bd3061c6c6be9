import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";
import { callsThenSays, callsTool } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import {
  interruptedAtWork,
  type KestrelHome,
  kestrel,
  kestrelHome,
  program,
} from "../terminal/kestrel-home.ts";

const scripts = {
  ...standardScripts,
  nothing: { says: "" },
  again: callsTool("shell", { command: "env echo again" }),
  sleep: callsThenSays("shell", { command: "sleep 60" }, "Slept well."),
  destroys: callsThenSays("shell", { command: "rm -rf src" }, "Removed."),
};

describe.skipIf(testEngine === undefined)("every documented exit code", () => {
  let home: KestrelHome;
  beforeAll(async () => {
    home = await kestrelHome({ scripts, files: standardFiles, config: "[limits]\nmax_steps = 8\n" });
  });

  it.each([
    [0, "the task is done", ["run", "Hello?"]],
    [1, "it failed: the model said nothing", ["run", "[[nothing]]"]],
    [2, "the command line was not understood", ["run", "Hello?", "--json", "--jsonl"]],
    [2, "nothing to do", ["run"]],
    [2, "a command that is none", ["fly"]],
    [2, "a subcommand that is none", ["sessions", "burn"]],
    [2, "a word that is missing", ["sessions", "show"]],
    [2, "words where none belong", ["open", "sesame"]],
    [2, "a flag of another command", ["open", "--approve", "edits"]],
    [2, "a flag of another command, without one", ["--jsonl"]],
    [3, "the folder is none, without a command", ["-C", "/dev/null/none"]],
    [3, "the configuration is wrong", ["run", "Hello?", "--window", "wide"]],
    [4, "the model does not come", ["run", "Hello?", "--url", "http://127.0.0.1:9"]],
    [5, "something was not approved", ["run", "[[edit]]"]],
    [5, "a limit was reached because everything was denied", ["run", "[[again]]"]],
    [6, "a limit was reached", ["run", "[[s1]]"]],
    [6, "it took more steps than allowed", ["run", "[[s1]]", "--max-steps", "1"]],
    [6, "it took longer than allowed", ["run", "[[sleep]]", "--allow", "sleep 60", "--timeout", "2"]],
    [5, "what may destroy is denied in spite of --approve all", ["run", "[[destroys]]", "--approve", "all"]],
    [2, "a bound that is none", ["run", "Hello?", "--timeout", "soon"]],
  ])("%i: %s", async (code, _, words) => {
    const model = words.includes("--url") || words[0] !== "run" ? [] : ["--model", home.model];
    expect(await kestrel(home, [...words, ...model])).toMatchObject({ code });
    expect((await kestrel(home, ["help", "exit-codes"])).out).toMatch(
      new RegExp(`^ *.*\\b${code} +[a-z]`, "m"),
    );
  });

  it.skipIf(!existsSync("/dev/full"))("1: what is printed cannot be written, in one sentence", async () => {
    await kestrel(home, ["run", "Hello?", "--model", home.model]);
    const command = [process.execPath, program, "sessions", "list"].map((word) => `'${word}'`).join(" ");
    const listed = (end: string) =>
      spawnSync("sh", ["-c", `${command} ${end}`], { env: home.environment, encoding: "utf8" });
    expect(listed("> /dev/full")).toMatchObject({
      status: 1,
      stderr: "Cannot write the output: ENOSPC.\n",
    });
    expect(listed("| true").stderr).toBe("");
  });

  it("6: its time was over before its words were taken", async () => {
    const slow = '[[hooks]]\nname = "slow"\non = "prompt_submitted"\ncommand = "cat > /dev/null; sleep 4"\n';
    const here = await kestrelHome({ scripts, files: standardFiles, config: slow });
    const words = ["run", "[[sleep]]", "--allow", "sleep 60", "--timeout", "1", "--model", here.model];
    expect(await kestrel(here, words)).toMatchObject({ code: 6 });
  });

  it("130: interrupted", async () => {
    const words = ["run", "[[sleep]]", "--allow", "sleep 60", "--jsonl", "--model", home.model];
    const stopped = await interruptedAtWork(home, words);
    expect(stopped.code).toBe(130);
    expect((await kestrel(home, ["help", "exit-codes"])).out).toMatch(/^ *130 +interrupted$/m);
  });
});
