import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";

const source = join(import.meta.dirname, "../../src/machine/give-back-memory.ts");

/** A program of its own: how large its heap is, nobody else decides. */
const program = `import { giveBackMemory } from ${JSON.stringify(source)};
const { heapUsed } = process.memoryUsage();
let kept = Array.from({ length: 100_000 }, (_, index) => ({ index }));
const full = process.memoryUsage().heapUsed - heapUsed;
kept = undefined;
giveBackMemory();
console.log(JSON.stringify({ full, left: process.memoryUsage().heapUsed - heapUsed }));`;

/**
 * Of two things that lay side by side one is kept: each page of the heap is half empty, which V8 by itself leaves as it is. Waits for its
 * pages to be given back, not quite as long as V8 would take by itself. `earlier`: bytes that it held before and holds no more.
 */
const scattered = (earlier: number) => `import { existsSync, readFileSync } from "node:fs";
import { giveBackMemory } from ${JSON.stringify(source)};
let all = Array.from({ length: 300_000 }, (_, index) => ({ index, text: String(index) }));
Buffer.alloc(${earlier}, 1);
giveBackMemory();
globalThis.kept = all.filter((_, index) => index % 2 === 0);
all = undefined;
giveBackMemory();
const walked = process.memoryUsage().heapTotal;
let moved = walked;
const most = () => Number(/VmHWM:\\s+(\\d+)/.exec(existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "")?.[1]) * 1024;
const before = most();
for (let looks = 0; looks < 160 && moved > walked - 2_000_000; looks += 1) {
  await new Promise((resolve) => setTimeout(resolve, 50));
  moved = process.memoryUsage().heapTotal;
}
console.log(JSON.stringify({ walked, moved, before, peak: most() }));`;

async function told(text: string): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-memory-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outfile = join(folder, "program.mjs");
  const stdin = { contents: text, resolveDir: folder, loader: "ts" } as const;
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm" });
  // Linux reckons the most that a process took to the one it is followed by: a shell between has little.
  const shell = ["-c", '"$0" "$1"; exit $?', process.execPath, outfile];
  const { stdout } = await promisify(execFile)("sh", shell);
  return JSON.parse(stdout);
}

it("frees what nobody holds any more, at once and without a flag of Node's", async () => {
  const { full = 0, left } = await told(program);
  expect(full).toBeGreaterThan(1_000_000);
  expect(left).toBeLessThan(full / 4);
});

it("moves together what is held among what is not, so that the system gets its pages back", async () => {
  const { walked = 0, moved } = await told(scattered(64 * 2 ** 20));
  expect(moved).toBeLessThan(walked - 2_000_000);
});

it.skipIf(process.platform !== "linux")(
  "moves nothing where what stands twice meanwhile would be the most memory it ever took",
  async () => {
    const { peak, before = 0 } = await told(scattered(0));
    expect(peak).toBeLessThan(before + 3_000_000);
  },
);
