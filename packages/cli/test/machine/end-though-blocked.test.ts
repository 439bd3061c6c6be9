import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it, onTestFinished } from "vitest";

const source = join(import.meta.dirname, "../../src/machine");

/** A program that waits to be asked to stop with 500 ms of grace, says "up", and then does `then`. */
async function given(then: string, settings = "", asked = "untilAskedToStop(500)") {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-stop-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "program.mjs");
  const contents = `import { writeSync } from "node:fs";
import { endThoughBlocked } from ${JSON.stringify(join(source, "end-though-blocked.ts"))};
import { untilAskedToStop } from ${JSON.stringify(join(source, "until-asked-to-stop.ts"))};
import { readdirSync } from "node:fs";
const keep = setInterval(() => {}, 1000);
const asked = ${asked};
let busy = true;
let begin = () => {};
const work = Promise.resolve({ busy: () => busy, onBegin: (listener) => (begin = listener) });
const threads = () => readdirSync("/proc/self/task").length;
const until = async (ready) => {
  while (!ready()) await new Promise((resolve) => setTimeout(resolve, 20));
};
await endThoughBlocked(500, undefined, { startMs: 100${settings} });
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

/** By the main thread alone. */
const heard = `new Promise((resolve) => process.on("SIGTERM", resolve))`;

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
  );

  it("ends where only the main thread hears signals, when that has not turned for its time", async () => {
    const { child } = await given("for (;;);", ", hears: false, stuckMs: 2_000");
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
  });

  it("is left alone there as long as it turns", async () => {
    const work =
      "let rounds = 0; const turn = () => { const end = Date.now() + 400; while (Date.now() < end); if (++rounds === 7) process.exit(7); setTimeout(turn, 50); }; turn();";
    const { child } = await given(work, ", hears: false, stuckMs: 2_000");
    expect(await once(child, "close")).toEqual([7, null]);
  });

  it.skipIf(process.platform !== "linux").each([
    [
      "at what gets stuck once work has begun again",
      `const watches = new Promise((resolve) => process.once("worker", (worker) => worker.once("message", resolve)));
      busy = true; begin(); await watches; writeSync(1, "at work\\n"); for (;;);`,
    ],
    [
      "at what gets stuck behind a signal that came at rest",
      `asked.then(() => setTimeout(() => { for (;;); }, 200)); writeSync(1, "at rest\\n");`,
    ],
  ])("ends %s, though its thread rests where there is no work", async (_, then) => {
    const rested = "const before = threads(); busy = false; await until(() => threads() < before);";
    const settings = ", work, restMs: 300";
    const { child } = await given(`${rested} ${then}`, settings, heard);
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
  });

  it("has no thread for that as long as there is nothing to do", async () => {
    const { child } = await given(
      `let made = 0;
      process.on("worker", () => made++);
      const none = { busy: () => false, onBegin: () => undefined };
      void endThoughBlocked(500, undefined, { startMs: 100, work: Promise.resolve(none) });
      // Asked at the same moment, so that both would be there now.
      await endThoughBlocked(500, undefined, { startMs: 100, work });
      process.exit(made);`,
      "",
      heard,
    );
    expect(await once(child, "close")).toEqual([1, null]);
  });

  it("has none for what a terminal asks of its daemon as it begins, on a machine that is slow", async () => {
    const { child } = await given(
      `let made = 0;
      process.on("worker", () => made++);
      let asks = () => {};
      const none = { busy: () => false, onBegin: (listener) => (asks = listener) };
      void endThoughBlocked(500, undefined, { work: Promise.resolve(none) });
      const later = endThoughBlocked(500, undefined, { work });
      await new Promise((resolve) => setImmediate(resolve));
      asks();
      await later;
      process.exit(made);`,
      "",
      heard,
    );
    expect(await once(child, "close")).toEqual([1, null]);
  });

  it("ends although what it waits for never comes", async () => {
    const { child } = await given("");
    child.kill("SIGTERM");
    expect([
      [null, "SIGKILL"],
      [130, null],
    ]).toContainEqual(await once(child, "close"));
  });

  it("ends by itself as soon as it is done", async () => {
    const { child } = await given(
      "asked.then(() => { clearInterval(keep); process.exitCode = 3; process.exit(); });",
    );
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([3, null]);
  });
});
