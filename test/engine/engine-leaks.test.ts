import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCommandRunner, createEngine } from "@kestrel/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leftAfter } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { rounds } from "../soaking.ts";

const supervisorPath = join(import.meta.dirname, "../../packages/runtime/src/supervisor/supervisor.cjs");
const patient = () => new AbortController().signal;

/** What this process holds: open files, and children that nobody has reaped. */
async function holdings() {
  const open = (await readdir("/proc/self/fd")).length;
  const states = await Promise.all(
    (await readdir("/proc"))
      .filter((name) => Number(name) > 0)
      .map((pid) => readFile(`/proc/${pid}/stat`, "latin1").catch(() => "")),
  );
  const zombies = states.filter((stat) => stat.includes(`) Z ${process.pid} `)).length;
  return { open, zombies };
}

describe.skipIf(testEngine === undefined || process.platform !== "linux")("after a long day", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-leaks-"));
    await writeScriptedModel(join(folder, "scripted.gguf"), standardScripts);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("of many engine starts and four times as many commands nothing is left open or unburied", async () => {
    const engine = createEngine(
      {
        source: "self",
        enginePath: testEngine ?? "",
        modelPath: join(folder, "scripted.gguf"),
        runFolder: join(folder, "run"),
        threads: 1,
      },
      { supervisorPath },
    );
    const runner = createCommandRunner({ supervisorPath });
    const environment = { PATH: process.env.PATH ?? "/usr/bin:/bin" };
    const day = async (starts: number) => {
      for (let round = 0; round < starts; round += 1) {
        await engine.ready(patient());
        const command = { file: "/bin/sh", args: ["-c", `echo ${folder}; sleep 99 &`], folder, environment };
        const ends = await Promise.all([1, 2, 3, 4].map(() => runner.run(command, () => {}, patient())));
        expect(ends).toEqual(Array(4).fill({ kind: "exited", code: 0 }));
        await engine.stop();
      }
    };
    await day(2);
    const before = await holdings();
    // A leak of one a start is more than what is let pass below.
    await day(rounds(12, 50));
    // The last supervisor goes a moment after it has told of the end; Node buries it when it hears of it.
    await expect.poll(async () => (await holdings()).zombies, { timeout: 3000 }).toBe(0);
    const after = await holdings();
    expect(Math.abs(after.open - before.open)).toBeLessThanOrEqual(5);
    expect(await leftAfter(3000, folder)).toEqual([]);
    expect(await readdir(join(folder, "run"))).toEqual(["engine-flags.json"]);
  });
});
