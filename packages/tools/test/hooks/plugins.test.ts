import { execFileSync } from "node:child_process";
import { constants } from "node:fs";
import { mkdtemp, open, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookOccasion } from "@kestrel/core";
import { entriesIn, openDaemonLog } from "@kestrel/diagnostics";
import { describe, expect, it, onTestFinished } from "vitest";
import { pluginHooks, stageHooks } from "../../src/index.ts";

const program = new URL("../../src/hooks/plugin-program.cjs", import.meta.url).pathname;
const never = new AbortController().signal;
const call = { callId: "c1", tool: "shell", arguments: '{"command":"git push"}' };
const before: HookOccasion = { stage: "before_call", call };

async function given(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-plugins-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const plugins = pluginHooks(folder, program, 1);
  onTestFinished(() => plugins.close());
  const here = stageHooks([plugins.source], () => "now");
  const ask = (occasion = before) =>
    here.ask(occasion, { sessionId: "s1", workspace: folder, mode: "ask" }, never);
  return { folder, write, here, ask };
}

describe("a plugin", () => {
  it("is asked at the stages it has a function for, and says what a hook says", async () => {
    const { here, ask, folder } = await given({
      "no-push.mjs": `export default {
        name: "no-push",
        tool: "shell",
        before_call({ tool_input }) {
          if (tool_input.command.includes("push")) return { deny: "nobody pushes from here" };
        },
        async turn_ended({ reason }) { return reason === "done" ? undefined : { note: "x" }; },
      };`,
    });
    expect(await ask()).toEqual([{ hook: "no-push", said: "denied", text: "nobody pushes from here" }]);
    const other = { ...call, arguments: '{"command":"git status"}' };
    expect(await ask({ stage: "before_call", call: other })).toEqual([]);
    expect(await ask({ stage: "before_call", call: { ...call, tool: "read" } })).toEqual([]);
    expect(await here.any("turn_ended", folder)).toBe(true);
    expect(await here.any("compaction", folder)).toBe(false);
    expect((await here.list("")).hooks).toMatchObject([
      { name: "no-push", on: "before_call", from: "plugin", tool: "shell", asked: 2, denied: 1 },
      { name: "no-push", on: "turn_ended", from: "plugin" },
    ]);
  });

  it("that throws, dies, or does not load is a line, and nothing else ends with it", async () => {
    const { here, ask } = await given({
      "a-throws.mjs": 'export default { before_call() { throw new Error("oh no"); } };',
      "b-dies.mjs": "export default { before_call() { process.exit(3); } };",
      "c-rejects.mjs":
        'export default { before_call() { setTimeout(() => { throw new Error("later"); }); return new Promise(() => {}); } };',
      "d-broken.mjs": "export default {",
      "e-none.mjs": "export const before_call = 1;",
      "f-well.mjs": 'export default { before_call: () => ({ note: "still here" }) };',
    });
    const said = async () => (await ask()).map(({ hook, said: what, text }) => `${hook} ${what}: ${text}`);
    const lines = [
      "a-throws failed: oh no",
      "b-dies failed: its thread ended",
      "c-rejects failed: later",
      "f-well noted: still here",
    ];
    expect(await said()).toEqual(lines);
    expect(await said()).toEqual(lines);
    const { problems } = await here.list("");
    expect(problems.map(({ what }) => what)).toEqual(["d-broken.mjs", "e-none.mjs"]);
  });

  it("that throws is found with its stack by the id of its line; one that is only slow is no report", async () => {
    const { ask, folder } = await given({
      "a-throws.mjs": "export default { before_call({ tool_input }) { return tool_input.none.at(0); } };",
      "b-rejects.mjs":
        "export default { before_call() { setTimeout(() => { null.later; }); return new Promise(() => {}); } };",
      "c-slow.mjs": "export default { before_call: () => new Promise(() => {}) };",
    });
    const log = openDaemonLog(folder, "0.0.0");
    onTestFinished(() => log.close());
    const answers = await ask();
    await log.written();
    const entries = await entriesIn(folder, 10);
    const [one, other, slow] = answers.map(({ report }) => entries.find(({ id }) => id === report));
    const about = { sessionId: "s1", callId: "c1" };
    expect(one).toMatchObject({ where: "plugin a-throws.mjs", ...about });
    expect(one?.stack).toMatch(/^TypeError: [\s\S]* at .*a-throws\.mjs:1:/);
    expect(other).toMatchObject({ where: "plugin b-rejects.mjs", ...about });
    expect(other?.stack).toMatch(/^TypeError: [\s\S]* at .*b-rejects\.mjs:1:/);
    expect([answers[2]?.text, slow]).toEqual(["timed-out", undefined]);
  });

  it("is ended when it does not come back, and the next question finds it again", async () => {
    const { here, ask, folder } = await given({
      "loops.mjs": `export default { before_call({ tool_input }) { while (tool_input.command === "git push"); return { note: "back" }; } };`,
    });
    expect(await here.any("before_call", folder)).toBe(true);
    const stop = new AbortController();
    const asking = here.ask(before, { sessionId: "s1", workspace: folder, mode: "ask" }, stop.signal);
    stop.abort();
    expect(await asking).toEqual([]);
    expect(await ask()).toEqual([{ hook: "loops", said: "failed", text: "timed-out" }]);
    const other = { ...call, arguments: '{"command":"ls"}' };
    expect(await ask({ stage: "before_call", call: other })).toMatchObject([{ said: "noted", text: "back" }]);
  });

  it("that says too much, or speaks beside its program, is a line or is cut; nothing else ends with it", async () => {
    const speaks = (message: string) =>
      `import { parentPort } from "node:worker_threads";
       export default { before_call() { parentPort.postMessage(${message}); return new Promise(() => {}); } };`;
    const { ask } = await given({
      "a-long.mjs": 'export default { before_call: () => ({ note: "x".repeat(40_000) }) };',
      "b-more.mjs":
        'export default { before_call: () => ({ deny: "because", other: "y".repeat(40_000), big: 1n }) };',
      "c-null.mjs": speaks("null"),
      "d-else.mjs": speaks('{ kind: "answer", id: 1, text: "{" }'),
      "e-kind.mjs": speaks('{ kind: "toString", id: 1 }'),
      "f-void.mjs":
        "export default { before_call() { setTimeout(() => { throw null; }); return new Promise(() => {}); } };",
      "g-facts.mjs": `import { parentPort } from "node:worker_threads";
        parentPort.postMessage({ kind: "loaded", name: 1, stages: 7 });
        export default { before_call: () => ({ note: "unheard" }) };`,
    });
    const said = (await ask()).map(({ hook, said: what, text }) => `${hook} ${what}: ${text.slice(0, 40)}`);
    expect(said).toEqual([
      `a-long noted: ${"x".repeat(40)}`,
      "b-more denied: because",
      "c-null failed: what it said cannot be read",
      "d-else failed: what it said cannot be read",
      "e-kind failed: what it said cannot be read",
      "f-void failed: it failed",
    ]);
  });

  it("that blocks its thread for good gets no second one until the first has ended", async () => {
    const { folder, ask } = await given({});
    const [pipe, loads] = [join(folder, "pipe"), join(folder, "loads")];
    execFileSync("mkfifo", [pipe]);
    onTestFinished(async () => (await open(pipe, constants.O_RDWR | constants.O_NONBLOCK)).close());
    await writeFile(
      join(folder, "blocks.mjs"),
      `import { appendFileSync, readFileSync } from "node:fs";
       appendFileSync(${JSON.stringify(loads)}, "1");
       export default { before_call({ tool_input }) {
         if (tool_input.command === "git push") readFileSync(${JSON.stringify(pipe)});
         return { note: "back" };
       } };`,
    );
    expect(await ask()).toEqual([{ hook: "blocks", said: "failed", text: "timed-out" }]);
    expect(await ask()).toMatchObject([{ said: "failed" }]);
    expect(await readFile(loads, "utf8")).toBe("1");
    await (await open(pipe, "w")).close();
    const other: HookOccasion = { ...before, call: { ...call, arguments: '{"command":"ls"}' } };
    expect(await ask(other)).toMatchObject([{ said: "noted", text: "back" }]);
  });

  it("is loaded anew when it changed, and is gone when its file is", async () => {
    const { folder, write, ask } = await given({
      "one.mjs": 'export default { before_call: () => ({ note: "old" }) };',
    });
    expect(await ask()).toMatchObject([{ text: "old" }]);
    await write("one.mjs", 'export default { before_call: () => ({ note: "newer" }) };');
    await utimes(join(folder, "one.mjs"), 1, 1);
    expect(await ask()).toMatchObject([{ text: "newer" }]);
    await rm(join(folder, "one.mjs"));
    expect(await ask()).toEqual([]);
  });
});
