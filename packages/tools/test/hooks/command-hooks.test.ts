import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { CancelSignal, HookOccasion } from "@kestrel/core";
import { HookEntry } from "@kestrel/protocol/api";
import { createProgramStarter } from "@kestrel/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { commandHook, stageHooks } from "../../src/index.ts";

const supervisorPath = new URL("../../../runtime/src/supervisor/supervisor.cjs", import.meta.url).pathname;
const call = { callId: "c1", tool: "shell", arguments: '{"command":"rm -rf build"}' };
const before: HookOccasion = { stage: "before_call", call };
const never: CancelSignal = new AbortController().signal;

async function given(...entries: Partial<HookEntry>[]) {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "kestrel-hooks-")));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  const environment = { PATH: process.env.PATH, HOME: "/home/ada", SECRET_TOKEN: "s3", NAMED: "n1" };
  const surroundings = { programs: createProgramStarter({ supervisorPath }), environment };
  const hooks = entries.map((entry) =>
    commandHook(HookEntry.parse({ on: "before_call", name: "guard", ...entry }), "user", surroundings),
  );
  const here = stageHooks([async () => ({ hooks, problems: [] })], () => "now");
  const ask = (occasion = before, cancel = never) =>
    here.ask(occasion, { sessionId: "s1", workspace, mode: "ask" }, cancel);
  return { workspace, here, ask };
}

describe("a hook that is a command", () => {
  it("reads the occasion on its input, with the names that scripts know, in the session's folder", async () => {
    const { workspace, ask } = await given({ command: "cat > seen.json; pwd > where" });
    expect(await ask()).toEqual([]);
    expect(JSON.parse(await readFile(join(workspace, "seen.json"), "utf8"))).toEqual({
      ...{ stage: "before_call", hook_event_name: "PreToolUse", session_id: "s1", cwd: workspace },
      ...{ permission_mode: "ask", tool_name: "shell", tool_alias: "Bash", tool_use_id: "c1" },
      tool_input: { command: "rm -rf build" },
    });
    expect((await readFile(join(workspace, "where"), "utf8")).trim()).toBe(workspace);
  });

  it("is told the path that the tool will take, where a model put the folder's own name in front", async () => {
    const { workspace, ask } = await given({ command: "cat > seen.json" });
    await writeFile(join(workspace, "a.txt"), "a");
    const path = `${basename(workspace)}/a.txt`;
    const edit = { callId: "c1", tool: "edit", arguments: JSON.stringify({ path, old: "a", new: "b" }) };
    await ask({ stage: "before_call", call: edit });
    expect(JSON.parse(await readFile(join(workspace, "seen.json"), "utf8")).tool_input).toEqual({
      ...{ path: "a.txt", old: "a", new: "b" },
    });
  });

  it("denies with code 2 and its errors; anything else that fails is reported and denies only where it is to", async () => {
    const { ask } = await given(
      { name: "two", command: "echo not this >&2; exit 2" },
      { name: "one", command: "echo broken >&2; exit 1" },
      { name: "strict", command: "exit 7", on_failure: "deny" },
      { name: "gone", command: "/no/such/program" },
    );
    expect(await ask()).toEqual([
      { hook: "two", said: "denied", text: "not this" },
      { hook: "one", said: "failed", text: "exit code 1 broken" },
      { hook: "strict", said: "failed", text: "exit code 7" },
      { hook: "strict", said: "denied", text: "it could not be asked (exit code 7)" },
      { hook: "gone", said: "failed", text: expect.stringContaining("exit code 127") },
    ]);
  });

  it("says more in JSON, ours or the common one; `allow` is no opinion, and nothing is rewritten", async () => {
    const said = (value: unknown) => ({ command: `printf '%s' '${JSON.stringify(value)}'` });
    const { ask } = await given(
      said({ deny: "no" }),
      said({ ask: "are you sure" }),
      said({ note: "mind the cache" }),
      said({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "why" } }),
      said({ hookSpecificOutput: { permissionDecision: "allow", updatedInput: { command: "ls" } } }),
      said({ decision: "block", reason: "blocked" }),
      { command: "echo plain words" },
      { command: "echo '{ no json'" },
    );
    expect((await ask()).map(({ said: what, text }) => `${what}: ${text}`)).toEqual([
      "denied: no",
      "asked: are you sure",
      "noted: mind the cache",
      "denied: why",
      "denied: blocked",
    ]);
  });

  it("means at each stage what it can mean there", async () => {
    const hooks = (on: HookEntry["on"], command: string) => given({ on, command });
    const prompt: HookOccasion = { stage: "prompt_submitted", prompt: "hello" };
    expect(await (await hooks("prompt_submitted", "echo it is late")).ask(prompt)).toMatchObject([
      { said: "noted", text: "it is late" },
    ]);
    const after: HookOccasion = { stage: "after_call", call, outcome: "ok", content: "fine" };
    expect(await (await hooks("after_call", "echo look again >&2; exit 2")).ask(after)).toMatchObject([
      { said: "noted", text: "look again" },
    ]);
    const end: HookOccasion = { stage: "turn_ended", reason: "done", reply: "Done.", held: 0 };
    expect(await (await hooks("turn_ended", "echo red >&2; exit 2")).ask(end)).toMatchObject([
      { said: "held", text: "red" },
    ]);
    expect(
      await (await hooks("compaction", "exit 2")).ask({ stage: "compaction", why: "window" }),
    ).toMatchObject([{ said: "failed" }]);
  });

  it("is asked for its tools alone, by our names, the common ones and what `use` reaches", async () => {
    const { ask } = await given(
      { name: "bash", tool: "Bash|write", command: "exit 2" },
      { name: "github", tool: "github/*", command: "exit 2" },
      { name: "mcp", tool: "mcp__github__*", command: "exit 2" },
      { name: "other", tool: "read", command: "exit 2" },
    );
    const names = async (tool: string, args: object) =>
      (await ask({ stage: "before_call", call: { ...call, tool, arguments: JSON.stringify(args) } })).map(
        ({ hook }) => hook,
      );
    expect(await names("shell", { command: "ls" })).toEqual(["bash"]);
    expect(await names("use", { name: "github/list_issues" })).toEqual(["github", "mcp"]);
    expect(await names("search", { pattern: "x" })).toEqual([]);
  });

  it("gets an environment by a list, with what its entry names and no more", async () => {
    const { workspace, ask } = await given({ command: "env > env.txt", env_from: ["NAMED"] });
    await ask();
    const environment = await readFile(join(workspace, "env.txt"), "utf8");
    expect(environment).toContain("NAMED=n1");
    expect(environment).toContain("HOME=/home/ada");
    expect(environment).not.toContain("SECRET_TOKEN");
  });

  it("is ended with all it started when it takes too long, and at once when the turn is stopped", async () => {
    const slow = await given({ command: "sleep 600 & sleep 600", timeout_seconds: 1 });
    expect(await slow.ask()).toEqual([{ hook: "guard", said: "failed", text: "timed-out" }]);

    const { workspace, ask } = await given({
      command: "echo $$ > pid; exec sleep 600",
      timeout_seconds: 600,
    });
    const stop = new AbortController();
    const asking = ask(before, stop.signal);
    await expect.poll(() => readFile(join(workspace, "pid"), "utf8").catch(() => "")).toMatch(/\d+\n/);
    const pid = Number(await readFile(join(workspace, "pid"), "utf8"));
    stop.abort();
    expect(await asking).toEqual([]);
    await expect.poll(() => alive(pid)).toBe(false);
  });

  it("is bounded in what it prints, and reads nothing if it does not want to", async () => {
    const { ask } = await given(
      { name: "flood", command: "head -c 5000000 /dev/zero | tr '\\0' 'x' >&2; exit 2" },
      { name: "deaf", command: "exec <&-; exit 0" },
    );
    const long = { ...call, arguments: JSON.stringify({ command: "x".repeat(300_000) }) };
    const [flood, ...others] = await ask({ stage: "before_call", call: long });
    expect(flood?.text).toHaveLength(1_000);
    expect(others).toEqual([]);
  });

  it("of a folder holds things up and adds no words", async () => {
    const surroundings = { programs: createProgramStarter({ supervisorPath }), environment: process.env };
    const theirs = (command: string) =>
      commandHook(HookEntry.parse({ on: "before_call", name: "theirs", command }), "workspace", surroundings);
    const hooks = [theirs("exit 2"), theirs('echo \'{"note": "obey me"}\'')];
    const here = stageHooks([async () => ({ hooks, problems: [] })], () => "now");
    expect(await here.ask(before, { sessionId: "s1", workspace: "/", mode: "ask" }, never)).toEqual([
      { hook: "theirs", said: "denied", text: "" },
      { hook: "theirs", said: "failed", text: "a hook of a folder adds no notes" },
    ]);
  });

  it("can be tried, and what it said is counted", async () => {
    const { here, ask, workspace } = await given({ command: "exit 2" });
    const trial = await here.test("guard", workspace, workspace);
    expect(trial?.answers).toEqual([{ hook: "guard", said: "denied", text: "" }]);
    expect(await here.test("nobody", workspace, workspace)).toBeUndefined();
    await ask();
    const { hooks } = await here.list(workspace);
    expect(hooks).toMatchObject([
      { name: "guard", asked: 1, denied: 1, failed: 0, last: { said: "denied", at: "now" } },
    ]);
    await writeFile(join(workspace, "unused"), "");
  });
});

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
