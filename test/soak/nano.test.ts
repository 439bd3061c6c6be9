import { describe, expect, it } from "vitest";
import { quantile } from "../bench/row.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testEngine } from "../machine.ts";
import { heldOutTasks, nanoModel, needModel } from "../nano/held-out.ts";
import { isPlayable } from "../nano/project-folder.ts";
import { reportOf } from "../nano/report.ts";
import { engineMemory, mostMemory, runTasks } from "../nano/run-tasks.ts";
import { targets, verdictsOn } from "../nano/summary.ts";

describe.skipIf(testEngine === undefined)("kestrel-nano, on every held-out task", () => {
  it("keeps its targets in both languages, and answers soon", async () => {
    const tasks = heldOutTasks({}).filter(isPlayable);
    const daemon = await startTestDaemon({ model: needModel(nanoModel) });
    const played = await runTasks(daemon, tasks);
    const memory = engineMemory(daemon);
    const report = reportOf(played, memory);
    console.log(report);
    const verdicts = verdictsOn(played);
    expect(verdicts.map(({ what }) => what)).toEqual(targets.map(({ what }) => what));
    expect(verdicts.filter(({ kept }) => !kept)).toEqual([]);
    if (process.platform === "linux") expect(memory?.peak).toBeLessThanOrEqual(mostMemory);
    const signs = played.flatMap(({ outcome }) => outcome.firstSigns);
    expect(quantile(signs, 0.5)).toBeLessThanOrEqual(1);
  });
});
