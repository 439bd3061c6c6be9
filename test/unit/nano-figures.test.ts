import type { Skill, Task } from "@kestrel/nano";
import { describe, expect, it } from "vitest";
import { madeAsAsked } from "../nano/judge-turn.ts";
import { reportOf } from "../nano/report.ts";
import type { Played } from "../nano/run-tasks.ts";
import { verdictsOn } from "../nano/summary.ts";

function played(skill: Skill, steps: number, passed: boolean, language: Task["language"] = "en"): Played {
  const seconds = passed ? [0.25] : [];
  return {
    task: { id: skill, skill, language, steps, files: {}, turns: [], filesAfter: {} },
    outcome: {
      ...{ passed, folder: true, calls: passed, says: true, ended: "done" },
      ...{ firstWords: seconds, firstSigns: seconds, made: [], reply: "" },
    },
  };
}
const times = (count: number, one: Played): Played[] => Array(count).fill(one);

describe("the figures of the small model", () => {
  it("hold single skills and chains apart, and each language to its own target", () => {
    const all = [
      ...times(9, played("read", 1, true)),
      ...times(1, played("rename", 2, false)),
      ...times(2, played("chain", 3, true)),
      ...times(1, played("refer", 4, false)),
      ...times(3, played("read", 1, true, "zh-CN")),
      ...times(1, played("list", 1, false, "zh-CN")),
      // No target is set for these.
      ...times(9, played("chain", 3, false, "zh-CN")),
    ];
    expect(verdictsOn(all)).toEqual([
      { what: "en single", least: 0.9, share: 0.9, total: 10, kept: true },
      { what: "en chains", least: 0.75, share: 2 / 3, total: 3, kept: false },
      { what: "zh-CN single", least: 0.75, share: 0.75, total: 4, kept: true },
    ]);
  });

  it("say nothing of a target that no task was for", () => {
    expect(verdictsOn([played("read", 1, true)]).map(({ what }) => what)).toEqual(["en single"]);
  });

  it("stand in a table by skill, with what was folder and what was calls", () => {
    const table = reportOf([played("read", 1, true), played("read", 1, false)], { now: 40.2, peak: 44.4 });
    expect(table).toMatch(/^en read +1\/2 +50\.0 % +2 +1 +2$/m);
    expect(table).toMatch(/^en single +50\.0 % +≥ 90\.0 % +BROKEN +of 2$/m);
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
