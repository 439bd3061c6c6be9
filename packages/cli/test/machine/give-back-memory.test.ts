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

it("frees what nobody holds any more, at once and without a flag of Node's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-memory-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outfile = join(folder, "program.mjs");
  const stdin = { contents: program, resolveDir: folder, loader: "ts" } as const;
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm" });
  const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
  const { full, left } = JSON.parse(stdout);
  expect(full).toBeGreaterThan(1_000_000);
  expect(left).toBeLessThan(full / 4);
});
