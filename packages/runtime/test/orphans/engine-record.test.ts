import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sweepOrphans } from "@kestrel/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordEngine } from "../../src/orphans/engine-record.ts";
import { isAlive } from "../fixtures/process-facts.ts";

describe.skipIf(process.platform !== "linux")("an engine that outlived its daemon", () => {
  let runFolder = "";
  let left: ChildProcess;
  beforeEach(async () => {
    runFolder = await mkdtemp(join(tmpdir(), "kestrel-orphan-"));
    left = spawn("sleep", ["999"], { stdio: "ignore" });
    await once(left, "spawn");
    await recordEngine(runFolder, left.pid ?? 0);
  });
  afterEach(async () => {
    left.kill("SIGKILL");
    await rm(runFolder, { recursive: true, force: true });
  });

  const record = () => join(runFolder, "engine.json");
  const change = async (part: object) =>
    writeFile(record(), JSON.stringify({ ...JSON.parse(await readFile(record(), "utf8")), ...part }));

  it("is ended at the next start", async () => {
    expect(await sweepOrphans(runFolder)).toBe(left.pid);
    expect(isAlive(left.pid ?? 0)).toBe(false);
    expect(await readdir(runFolder)).toEqual([]);
  });

  it.each([{ startTime: "1" }, { exe: "/usr/bin/llama-server" }])(
    "is spared when another process has its number: %o",
    async (part) => {
      await change(part);
      expect(await sweepOrphans(runFolder)).toBeUndefined();
      expect(isAlive(left.pid ?? 0)).toBe(true);
      expect(await readdir(runFolder)).toEqual([]);
    },
  );

  it("is nothing to worry about when there was none, or the note is broken", async () => {
    await writeFile(record(), '{"pid":');
    expect(await sweepOrphans(runFolder)).toBeUndefined();
    await writeFile(record(), '{"pid":-1,"startTime":"1","exe":"x"}');
    expect(await sweepOrphans(runFolder)).toBeUndefined();
    expect(await sweepOrphans(join(runFolder, "nowhere"))).toBeUndefined();
    expect(isAlive(left.pid ?? 0)).toBe(true);
  });
});
