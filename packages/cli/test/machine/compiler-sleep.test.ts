import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, it, onTestFinished } from "vitest";

const source = join(import.meta.dirname, "../../src/machine");

/** The functions of a program that V8 compiles for speed, by their names. */
async function told(contents: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-compiler-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "program.mjs");
  const head = `import { compilerHasWork, letCompilerSleep, wakeCompiler } from ${JSON.stringify(join(source, "compiler-sleep.ts"))};
import { endThoughBlocked } from ${JSON.stringify(join(source, "end-though-blocked.ts"))};
// Each goes round often enough for V8 to make it fast, many times over.
function early() { let sum = 0; for (let i = 0; i < 3_000_000; i++) sum += i % 7; return sum; }
function late() { let sum = 0; for (let i = 0; i < 3_000_000; i++) sum += i % 9; return sum; }`;
  await build({
    stdin: { contents: `${head}\n${contents}`, resolveDir: folder, loader: "ts" },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
  });
  const flags = ["--trace-opt", "--no-concurrent-recompilation", "--no-maglev"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, file]);
  return [...stdout.matchAll(/completed compiling.*<JSFunction (early|late)\b/g)].map(
    ([, name = ""]) => name,
  );
}

describe("V8's optimizing compiler", () => {
  it("sleeps while nothing is to be done, and makes fast what is called behind that", async () => {
    expect(await told(`letCompilerSleep("until-work"); early(); wakeCompiler(); late();`)).toEqual(["late"]);
  });

  it("makes fast what was called meanwhile, too", async () => {
    expect(await told(`letCompilerSleep("until-work"); early(); wakeCompiler(); early();`)).toEqual([
      "early",
    ]);
  });

  it("wakes with the work of a daemon, before there is a thread for it", async () => {
    const fast = await told(`letCompilerSleep("until-work");
      let begin = () => {};
      const work = Promise.resolve({ busy: () => false, onBegin: (listener) => (begin = listener) });
      void endThoughBlocked(500, undefined, { work });
      early();
      process.once("worker", () => { late(); process.exit(); });
      // For two seconds what is asked is no work.
      setTimeout(() => begin(), 2_100);`);
    expect(fast).toEqual(["late"]);
  });

  it("sleeps at a terminal through work that leaves the main thread time, and wakes where it does not", async () => {
    const fast = await told(`letCompilerSleep("until-busy");
      compilerHasWork(200);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      early();
      const until = performance.now() + 1_000;
      while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
      late();
      process.exit();`);
    expect(fast).toEqual(["late"]);
  });
});
