import { describe, expect, it } from "vitest";
import { heldOutTasks } from "../evaluation/held-out.ts";
import { madeAsAsked } from "../evaluation/judge-turn.ts";
import { declinesIn, runsOn } from "../evaluation/judge-words.ts";
import { isPlayable } from "../evaluation/project-folder.ts";
import { reportOf } from "../evaluation/report.ts";
import type { Played } from "../evaluation/run-tasks.ts";
import { verdictsOn } from "../evaluation/summary.ts";
import { type Skill, type Task, type TaskSet, taskSets } from "../src/tasks/task.ts";

function played(skill: Skill, steps: number, passed: boolean, language: Task["language"] = "en"): Played {
  const seconds = passed ? [0.25] : [];
  return {
    task: { set: "former", id: skill, skill, language, steps, files: {}, turns: [], changes: {} },
    outcome: {
      ...{ passed, folder: true, calls: passed, says: true, ranOn: false, ended: "done" },
      ...{ firstWords: seconds, firstSigns: seconds, made: [], reply: "" },
    },
  };
}
const times = (count: number, one: Played): Played[] => Array(count).fill(one);

describe("the figures of the small model", () => {
  it("hold single skills and chains apart, and each language to its own target", () => {
    const all = [
      ...times(97, played("read", 1, true)),
      ...times(3, played("rename", 2, false)),
      ...times(2, played("chain", 3, true)),
      ...times(1, played("refer", 4, false)),
      ...times(19, played("read", 1, true, "zh-CN")),
      ...times(1, played("list", 1, false, "zh-CN")),
      // No target is set for these.
      ...times(9, played("chain", 3, false, "zh-CN")),
    ];
    expect(verdictsOn(all)).toEqual([
      { what: "former, en single", least: 0.97, share: 0.97, total: 100, kept: true },
      { what: "former, en chains", least: 0.92, share: 2 / 3, total: 3, kept: false },
      { what: "former, zh-CN single", least: 0.95, share: 0.95, total: 20, kept: true },
    ]);
  });

  it("say nothing of a target that no task was for", () => {
    expect(verdictsOn([played("read", 1, true)]).map(({ what }) => what)).toEqual(["former, en single"]);
  });

  it("stand in a table by skill, with what was folder and what was calls", () => {
    const table = reportOf([played("read", 1, true), played("read", 1, false)], { now: 40.2, peak: 44.4 });
    expect(table).toMatch(/^former en read +1\/2 +50\.0 % +2 +1 +2 +0$/m);
    expect(table).toMatch(/^former, en single +50\.0 % +≥ 97\.0 % +BROKEN +of 2$/m);
    expect(table).toMatch(/^engine memory +40 MiB +peak 44 MiB$/m);
  });
});

describe("calls as a turn wants them", () => {
  const read = { tool: "read", given: { path: "a.txt", offset: 3 }, outcome: "ok" } as const;
  const shell = { tool: "shell", given: { command: "ls" }, outcome: "error" } as const;
  const wanted = {
    user: "",
    says: [],
    calls: [
      { tool: "read", with: { path: "a.txt" } },
      { tool: "shell", with: { command: "ls" } },
    ],
  };

  it("are found among others, in their order, whatever their other arguments and results", () => {
    expect(madeAsAsked(wanted, [shell, read, read, shell])).toBe(true);
    expect(madeAsAsked(wanted, [shell, read])).toBe(false);
    expect(madeAsAsked(wanted, [read, { ...shell, given: { command: "ls -l" } }])).toBe(false);
  });

  it("count only when they were run, or when the user who was asked says no", () => {
    const denied = [read, { ...shell, outcome: "denied" as const }];
    expect(madeAsAsked(wanted, denied)).toBe(false);
    expect(madeAsAsked({ ...wanted, denies: true }, denied)).toBe(true);
    expect(madeAsAsked(wanted, [read, { ...shell, outcome: "rejected" }])).toBe(false);
  });
});

describe("the words of the small model", () => {
  const way = "for more than that, bring a GGUF of your own.";

  it("decline in one sentence with the way to an own model, and nothing else counts", () => {
    expect(declinesIn([`I cannot do that: I only know how to use the tools of v1.2; ${way}`])).toBe(true);
    expect(declinesIn(["这个我不会，请换上自己的 GGUF 模型。"])).toBe(true);
    expect(declinesIn(["I cannot do that."])).toBe(false);
    expect(declinesIn([`I cannot do that. And ${way}`])).toBe(false);
    expect(declinesIn([`Here is a poem; ${way}`])).toBe(false);
  });

  it("run on when they go in circles, not when they tell a line drawn under a title", () => {
    expect(runsOn(`I see: ${"node_modules/, ".repeat(4)}`)).toBe(true);
    expect(runsOn(`README begins with: ${"=".repeat(60)}`)).toBe(false);
    expect(runsOn("a, b, c, d and more.")).toBe(false);
  });
});

describe("the tasks of the evaluation", () => {
  const all = heldOutTasks({});
  const counts = (set: TaskSet) => all.filter((task) => task.set === set).length;

  it("are as many as the figures say, each with a name of its own", () => {
    expect(taskSets.map(counts)).toEqual([480, 100, 100, 60, 120]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const chinese = heldOutTasks({ set: "phrasings", language: "zh-CN" });
    expect(chinese).toHaveLength(40);
  });

  it("of one set play in projects that the lockfile brings, but for Debian's", () => {
    const missing = heldOutTasks({ set: "projects" }).filter((task) => !isPlayable(task));
    expect(missing.filter(({ project }) => !project?.startsWith("deb:"))).toEqual([]);
  });
});
