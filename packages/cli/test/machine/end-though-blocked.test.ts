import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it, onTestFinished } from "vitest";

const source = join(import.meta.dirname, "../../src/machine");

/** A program that waits to be asked to stop with 500 ms of grace, says "up", and then does `then`. */
async function given(then: string, settings = "") {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-stop-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "program.mjs");
  const contents = `import { writeSync } from "node:fs";
import { endThoughBlocked } from ${JSON.stringify(join(source, "end-though-blocked.ts"))};
import { untilAskedToStop } from ${JSON.stringify(join(source, "until-asked-to-stop.ts"))};
const keep = setInterval(() => {}, 1000);
const asked = untilAskedToStop(500);
await endThoughBlocked(500${settings});
writeSync(1, "up\\n");
${then}`;
  await build({
    stdin: { contents, resolveDir: folder, loader: "ts" },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
  });
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  await once(child.stdout, "data");
  return { child, said: () => said };
}

describe("a program that is asked to stop", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "ends at %s although its main thread is stuck",
    async (signal) => {
      const { child, said } = await given("for (;;);");
      const startedAt = performance.now();
      child.kill(signal);
      expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      expect(said()).toBe("");
    },
    20_000,
  );

  it("ends where only the main thread hears signals, when that has not turned for its time", async () => {
    const { child } = await given("for (;;);", ", undefined, { hears: false, stuckMs: 2_000 }");
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
  }, 20_000);

  it("is left alone there as long as it turns", async () => {
    const work =
      "let rounds = 0; const turn = () => { const end = Date.now() + 400; while (Date.now() < end); if (++rounds === 12) process.exit(7); setTimeout(turn, 50); }; turn();";
    const { child } = await given(work, ", undefined, { hears: false, stuckMs: 2_000 }");
    expect(await once(child, "close")).toEqual([7, null]);
  }, 30_000);

  it("ends although what it waits for never comes", async () => {
    const { child } = await given("");
    child.kill("SIGTERM");
    expect([
      [null, "SIGKILL"],
      [130, null],
    ]).toContainEqual(await once(child, "close"));
  }, 20_000);

  it("ends by itself as soon as it is done", async () => {
    const { child } = await given(
      "asked.then(() => { clearInterval(keep); process.exitCode = 3; process.exit(); });",
    );
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([3, null]);
  }, 20_000);
});
