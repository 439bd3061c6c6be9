import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../../../test/daemon/start-daemon.ts";
import { testEngine } from "../../../test/machine.ts";
import { callsTool, type Reply, type Scripts } from "../../../test/models/scripted/script.ts";
import { runTask } from "../../evaluation/run-task.ts";
import type { Task } from "../../src/tasks/task.ts";

/** A file and a command for each script: no reply of one may end like a reply of another. */
const workOf = (script: string) => {
  const path = `${script}.txt`;
  return {
    path,
    read: callsTool("read", { path }),
    edit: callsTool("edit", { path, old: "red", new: "blue" }),
    command: { command: `echo ${script}` },
  };
};
const worker = (script: string, replies: (work: ReturnType<typeof workOf>) => Reply[]): Scripts => {
  const done = { says: `I changed red to blue in ${script}.txt, and ran echo ${script}.` };
  return { [script]: { replies: [...replies(workOf(script)), done] } };
};
const runs = (command: { command: string }) => callsTool("shell", command);

/** Each does the task, or goes wrong in one way. */
const scripts: Scripts = {
  ...worker("change", ({ read, edit, command }) => [read, edit, runs(command)]),
  ...worker("forgetful", ({ read, edit }) => [read, edit]),
  ...worker("wrong", ({ path, read, command }) => [
    read,
    callsTool("edit", { path, old: "red", new: "green" }),
    runs(command),
  ]),
  ...worker("untidy", ({ read, edit, command }) => [
    callsTool("write", { path: "spare.txt", content: "spare\n" }),
    read,
    edit,
    runs(command),
  ]),
  round: callsTool("search", { pattern: "nowhere to be found" }),
  ask: { replies: [runs({ command: "touch ask" }), { says: "You said no, so I did not run it." }] },
  greet: { says: "Hello! I am here." },
};

const changing = (script: string): Task => {
  const { path, command } = workOf(script);
  const calls = [
    { tool: "edit", with: { old: "red", new: "blue" } },
    { tool: "shell", with: command },
  ];
  const user = `Change red to blue in ${path}, then run ${command.command}. [[${script}]]`;
  const task = { set: "former", id: script, skill: "chain", language: "en", steps: 3 } as const;
  return {
    ...task,
    files: { [path]: "The door is red.\n", "docs/other.txt": "untouched\n" },
    turns: [{ user, calls, says: ["blue"] }],
    changes: { [path]: "The door is blue.\n" },
  };
};

describe.skipIf(testEngine === undefined)("the judge of the small model", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts });
  });

  it("passes who did what was asked", async () => {
    const outcome = await runTask(daemon, changing("change"));
    expect(outcome).toMatchObject({ passed: true, folder: true, calls: true, says: true, ended: "done" });
    expect(outcome.made.map(({ tool }) => tool)).toEqual(["read", "edit", "shell"]);
    expect(outcome.firstSigns).toHaveLength(1);
    expect(outcome.firstSigns[0]).toBeLessThanOrEqual(outcome.firstWords[0] ?? 0);
  });

  it("fails who claims a call and did not make it, though the folder is right", async () => {
    const outcome = await runTask(daemon, changing("forgetful"));
    expect(outcome).toMatchObject({ passed: false, folder: true, calls: false, says: true, ended: "done" });
  });

  it("fails who leaves another folder than was wanted: another content, or a file too many", async () => {
    const wrong = { passed: false, folder: false, says: true, ended: "done" };
    expect(await runTask(daemon, changing("wrong"))).toMatchObject({
      ...wrong,
      calls: false,
    });
    expect(await runTask(daemon, changing("untidy"))).toMatchObject({ ...wrong, calls: true });
  });

  it("fails who comes to no end, whatever the folder", async () => {
    const task = changing("round");
    const turns = task.turns.map((turn) => ({ ...turn, calls: [], says: [] }));
    const outcome = await runTask(daemon, { ...task, turns, changes: {} });
    expect(outcome).toMatchObject({
      passed: false,
      folder: true,
      calls: true,
      says: true,
      ended: "doom_loop",
    });
  });

  it("answers no where the user does, and takes the asked call for made", async () => {
    const calls = [{ tool: "shell", with: { command: "touch ask" } }];
    const asking = { user: "Run echo ask. [[ask]]", denies: true, calls, says: ["not"] };
    const task: Task = { ...changing("ask"), skill: "denied", turns: [asking], files: {}, changes: {} };
    const outcome = await runTask(daemon, task);
    expect(outcome).toMatchObject({ passed: true, says: true });
    expect(outcome.made).toMatchObject([{ tool: "shell", outcome: "denied" }]);
    const willing = { ...task, turns: [{ ...asking, denies: false }] };
    expect((await runTask(daemon, willing)).made).toMatchObject([{ outcome: "ok" }]);
  });

  it("judges every turn, and says apart what is only missing in the words", async () => {
    const task = changing("change");
    const hello = { user: "Hello. [[greet]]", calls: [], says: ["kestrel-nano"] };
    const outcome = await runTask(daemon, { ...task, turns: [...task.turns, hello] });
    expect(outcome).toMatchObject({ passed: true, says: false, reply: "Hello! I am here." });
    expect(outcome.firstWords).toHaveLength(2);
    const more = { ...hello, calls: [{ tool: "shell", with: {} }] };
    const lacking = await runTask(daemon, { ...task, turns: [...task.turns, more] });
    expect(lacking).toMatchObject({ passed: false, folder: true, calls: false });
  });
});
