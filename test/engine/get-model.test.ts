import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { FakeHub, ggufBytes } from "../../packages/runtime/test/downloads/fake-hub.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testEngine } from "../machine.ts";
import { writeRandomModel } from "../models/random-model.ts";

const program =
  process.env.KESTREL_TEST_PROGRAM ?? join(import.meta.dirname, "..", "..", "dist", "kestrel.cjs");

describe.skipIf(testEngine === undefined)("kestrel models get", () => {
  let hub: FakeHub;
  let daemon: TestDaemon;
  let model: Buffer;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "kestrel-source-"));
    await writeRandomModel(join(folder, "m.gguf"), "llama", { width: 64 });
    model = await readFile(join(folder, "m.gguf"));
    await rm(folder, { recursive: true });
    hub = await FakeHub.start();
    daemon = await startTestDaemon({ config: `[models]\nhub = "${hub.url}"\n` });
  });
  afterAll(() => hub.stop());

  function kestrel(words: readonly string[]) {
    const { PATH } = process.env;
    const variables = { PATH, HOME: daemon.dataFolder, LANG: "C.UTF-8", KESTREL_DATA_DIR: daemon.dataFolder };
    const child = spawn(process.execPath, [program, ...words], {
      env: { ...variables, KESTREL_ENGINE_PATH: testEngine },
    });
    onTestFinished(() => void child.kill());
    const said = { output: "", errors: "" };
    child.stdout.on("data", (piece) => (said.output += piece));
    child.stderr.on("data", (piece) => (said.errors += piece));
    const over = once(child, "close").then(([code]) => ({ code: code as number, ...said }));
    return { child, said, over };
  }

  it("is paused by Ctrl+C, goes on where it was, and what came is loaded, listed and deleted", async () => {
    hub.has("Ada/small-GGUF", { "small-Q8_0.gguf": { bytes: model, holds: true } });
    const first = kestrel(["models", "get", "hf:Ada/small-GGUF"]);
    await hub.held();
    await expect.poll(() => first.said.errors, { timeout: 20_000 }).toContain("Downloading small-Q8_0.");
    await expect
      .poll(async () => (await daemon.client.call("listDownloads")).downloads[0]?.received)
      .toBeGreaterThan(0);
    const { output } = await kestrel(["models", "ps"]).over;
    expect(output).toMatch(/small-Q8_0: \d+ KiB of \d+ KiB · \d+%/);
    first.child.kill("SIGINT");
    expect(await first.over).toMatchObject({
      code: 130,
      errors: expect.stringMatching(/Continue: .* models get hf:Ada\/small-GGUF/) as string,
    });
    hub.has("Ada/small-GGUF", { "small-Q8_0.gguf": model });
    const again = await kestrel(["models", "get", "hf:Ada/small-GGUF"]).over;
    expect(again).toMatchObject({
      code: 0,
      output: expect.stringContaining("Downloaded small-Q8_0") as string,
    });
    expect(hub.asked.at(-1)?.headers.range).toMatch(/^bytes=[1-9]/);
    const path = join(daemon.dataFolder, "models", "Ada", "small-GGUF", "small-Q8_0.gguf");
    expect(await readFile(path)).toEqual(model);

    const twice = await kestrel(["models", "get", "hf:Ada/small-GGUF"]).over;
    expect(twice.output).toMatch(/small-Q8_0 is already there \(\d+ KiB\), and its checksum matches\./);

    const listed = await kestrel(["models"]).over;
    expect(listed.output).toContain("small-Q8_0");
    expect(listed.output).toMatch(/To download\. This machine has [\d.]+ GiB of memory/);
    expect((await kestrel(["models", "load", "small-Q8_0"]).over).code).toBe(0);
    const kept = await kestrel(["models", "remove", "small-Q8_0"]).over;
    expect(kept).toMatchObject({ code: 5, errors: expect.stringContaining("Add --yes") as string });
    expect(existsSync(path)).toBe(true);
    const gone = await kestrel(["models", "remove", "small-Q8_0", "--yes"]).over;
    expect(gone).toMatchObject({ code: 0, output: expect.stringContaining("Deleted small-Q8_0.") as string });
    expect(existsSync(join(daemon.dataFolder, "models", "Ada"))).toBe(false);
    expect((await kestrel(["models", "remove", "kestrel-nano", "--yes"]).over).errors).toContain(
      "not in the models folder",
    );
  });

  it("says in one sentence why a model is not downloaded", async () => {
    hub.has("Ada/gated", { "gated-Q8_0.gguf": model });
    hub.gated.set("Ada/gated", ["right"]);
    const gated = await kestrel(["models", "get", "hf:Ada/gated"]).over;
    expect(gated.errors).toContain("Ada/gated needs an access token");
    expect(gated.errors).toContain("Set HF_TOKEN, restart Kestrel");
    hub.has("Ada/wrong", { "wrong-Q8_0.gguf": { bytes: ggufBytes(900), sum: "0".repeat(64) } });
    const wrong = await kestrel(["models", "get", "hf:Ada/wrong"]).over;
    expect(wrong).toMatchObject({
      code: 1,
      errors: expect.stringContaining("its checksum is wrong") as string,
    });
  });

  it("goes on by itself with the next daemon", async () => {
    hub.has("Ada/later", { "later-Q8_0.gguf": { bytes: model, holds: true } });
    const other = await startTestDaemon({ config: `[models]\nhub = "${hub.url}"\n` });
    const { download } = await other.client.call("startDownload", { body: { source: "hf:Ada/later" } });
    const list = async () => (await other.client.call("listDownloads")).downloads;
    await expect.poll(async () => (await list())[0]?.received).toBeGreaterThan(0);
    hub.has("Ada/later", { "later-Q8_0.gguf": model });
    await other.kill();
    await other.start();
    await expect
      .poll(list, { timeout: 20_000 })
      .toMatchObject([{ id: download.id, state: "done", received: model.length }]);
  });
});
