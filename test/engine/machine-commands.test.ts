import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModelId } from "@kestrel/protocol/api";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { recordEngine } from "../../packages/runtime/src/orphans/engine-record.ts";
import { isAlive, processesNaming } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testEngine } from "../machine.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { callsTool } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";

const program =
  process.env.KESTREL_TEST_PROGRAM ?? join(import.meta.dirname, "..", "..", "dist", "kestrel.cjs");

type Said = { code: number; output: string; errors: string };

describe.skipIf(testEngine === undefined)("the commands about this machine and its models", () => {
  let folder = "";
  let daemon: TestDaemon;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-commands-"));
    await writeRandomModel(join(folder, "shelf/wide.gguf"), "llama", { width: 256 });
    // Without a marker the script `plain` is played: this one answers every question with the call that is asked for.
    await writeScriptedModel(join(folder, "shelf/obedient.gguf"), {
      plain: callsTool("report", { word: "kestrel" }),
    });
    const config = `[models]\nfolders = ["${folder}/shelf"]\n`;
    daemon = await startTestDaemon({ config });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function kestrel(words: readonly string[], dataFolder = daemon.dataFolder): Promise<Said> {
    const { PATH } = process.env;
    const home = join(folder, "home");
    const variables = { PATH, HOME: home, LANG: "C.UTF-8", KESTREL_DATA_DIR: dataFolder };
    const env = {
      ...variables,
      KESTREL_ENGINE_PATH: testEngine,
      KESTREL_MODELS_FOLDERS: join(folder, "shelf"),
    };
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...words], { env }, (error, output, errors) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, output, errors });
      });
    });
  }
  const untilReady = async () => {
    for (;;) {
      const { engine } = await daemon.client.call("status");
      if (engine.state === "ready") return engine;
      if (engine.state === "failed") return expect.fail(JSON.stringify(engine.failure));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it("models: what is set for one model is kept, checked, and says how it would run", async () => {
    const set = await kestrel(["models", "set", "wide", "window=4096", "kv=q8_0", "flash=on"]);
    expect(set).toMatchObject({ code: 0, output: "wide: window=4096 kv=q8_0 flash=on\n" });
    const dry = await kestrel(["models", "load", "wide", "--dry-run"]);
    expect(dry.output).toContain("-c 4096 -ctk q8_0 -ctv q8_0 -fa on");
    for (const wrong of ["kv=q9", "window=", "port=1", "draft=/bin/sh"])
      expect((await kestrel(["models", "set", "wide", wrong])).code, wrong).toBe(wrong === "window=" ? 0 : 2);
    expect((await kestrel(["models", "set", "wide", "kv=", "flash="])).output).toBe(
      "wide: no options of its own\n",
    );
    const file = join(daemon.dataFolder, "config", "config.toml");
    expect(await readFile(file, "utf8")).not.toContain("options");
  });

  it("models: lists, estimates, and says what would run without running it", async () => {
    const listed = await kestrel(["models"]);
    expect(listed.output).toMatch(/obedient .*\n.*wide .*llama F16/);
    const { output } = await kestrel(["models", "estimate", "wide", "--window", "20000", "--json"]);
    expect(JSON.parse(output)).toMatchObject({ id: "wide", window: 20_000, perThousand: 1_024_000 });
    const dry = await kestrel(["models", "load", "wide", "--window", "4096", "--dry-run"]);
    expect(dry.output).toContain(`${testEngine} -m ${folder}/shelf/wide.gguf -c 4096`);
    expect(processesNaming(`${folder}/shelf/wide.gguf`)).toEqual([]);
    expect((await kestrel(["models", "load", "../wide"])).code).toBe(2);
  });

  it("models: another is loaded by its name while the daemon runs, and unloaded", async () => {
    await untilReady();
    const { code } = await kestrel(["models", "load", "wide", "--window", "4096"]);
    expect(code).toBe(0);
    const { command = [], memory } = await untilReady();
    expect(command.join(" ")).toContain(`-m ${folder}/shelf/wide.gguf -c 4096`);
    expect(memory?.cache).toBeGreaterThan(0);
    expect((await kestrel(["models", "ls", "--json"])).output).toContain('"loaded":"wide"');
    await kestrel(["models", "unload"]);
    expect(processesNaming(`${folder}/shelf/wide.gguf`)).toEqual([]);
    expect((await kestrel(["models", "ps"])).output).toMatch(/: not started$/m);
  });

  it("probe: asks once, keeps the answers, and asks nothing the second time", async () => {
    await daemon.client.call("loadModel", { body: { id: ModelId.parse("obedient") } });
    const first = await kestrel(["probe"]);
    expect(first.output).toMatch(/calls +native/);
    expect(first.errors).toContain("asking for a tool call");
    // On a loaded machine a question may be given up; it is asked again until it has its answer.
    for (let { errors } = first; errors.includes("Not answered in time"); ) {
      ({ errors } = await kestrel(["probe"]));
    }
    const second = await kestrel(["probe"]);
    expect(second.errors).toBe("");
    expect(second.output).toMatch(/reuse +full/);
    expect(second.output).toMatch(/slot restore true: \d+ of \d+ tokens reused/);
    const third = await kestrel(["probe", "--json"]);
    expect(third.errors).toBe("");
    expect(JSON.parse(third.output).profile).toMatchObject({ calls: "native", reasoning: "send" });
  });

  it("doctor: one line for each thing, 0 when all is well, a loadout on request", async () => {
    await daemon.client.call("loadModel", { body: { id: ModelId.parse("obedient") } });
    const { code, output, errors } = await kestrel(["doctor", "--write-loadout", join(folder, "mine.toml")]);
    expect(output).not.toContain("FAIL");
    expect(code).toBe(0);
    expect(output).toMatch(/ok +Kestrel is running \(pid \d+\)/);
    expect(output).toMatch(/ok +models on disk: 2/);
    expect(output).toMatch(/ok +tool round trip: the call came back parsed/);
    expect(output).toMatch(/warn +window: 8192 tokens/);
    expect(errors).toContain("Loadout written");
    expect(await readFile(join(folder, "mine.toml"), "utf8")).toMatch(/\[model\]\nsource = "self"\npath = /);
    const again = await kestrel(["doctor", "--json", "--write-loadout", join(folder, "mine.toml")]);
    expect(again.errors).toContain("Nothing was written");
    expect(JSON.parse(again.output)).toMatchObject({ ok: true });
  });

  it("doctor: tells of an engine that was left behind, and ends it when it is asked to", async () => {
    const data = join(folder, "orphaned");
    await mkdir(join(data, "run"), { recursive: true, mode: 0o700 });
    const left = spawn("sleep", ["999"], { stdio: "ignore" });
    onTestFinished(() => void left.kill("SIGKILL"));
    await once(left, "spawn");
    await recordEngine(join(data, "run"), left.pid ?? 0);
    const seen = await kestrel(["doctor", "--url", "http://127.0.0.1:9"], data);
    expect(seen.output).toMatch(
      new RegExp(`\\(pid ${left.pid}\\) and uses memory\\n    → .*kestrel(\\.cjs)? doctor --fix`),
    );
    const mended = await kestrel(["doctor", "--url", "http://127.0.0.1:9", "--fix"], data);
    expect(mended.output).toMatch(/ok +(an engine left over|no engine was left behind)/);
    expect(isAlive(left.pid ?? 0)).toBe(false);
  });

  it("doctor: names what is broken with the command that mends it, and exits with 1", async () => {
    const data = join(folder, "broken");
    await mkdir(join(data, "config"), { recursive: true, mode: 0o700 });
    const { code, output } = await kestrel(["doctor", "--url", "http://127.0.0.1:9", "--json"], data);
    expect(code).toBe(1);
    const { ok, findings } = JSON.parse(output) as {
      ok: boolean;
      findings: { level: string; fix?: string }[];
    };
    expect(ok).toBe(false);
    expect(findings.filter(({ level }) => level === "fail")).toEqual([
      expect.objectContaining({ check: "model", fix: expect.stringMatching(/kestrel(\.cjs)? /) }),
    ]);
  });
});
