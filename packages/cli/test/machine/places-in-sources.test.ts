import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";
import { placesInSources } from "../../src/machine/places-in-sources.ts";

it("tells a failure's place in the sources, though the program was built with short names", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-places-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, "falls.ts");
  const lines = [
    "type Nothing = never;",
    "",
    "function falls(): Nothing {",
    "  throw new Error('down');",
    "}",
  ];
  await writeFile(source, [...lines, "falls();", ""].join("\n"));
  const built = join(folder, "falls.cjs");
  const form = { format: "cjs", minify: true, sourcemap: "linked" } as const;
  await build({ entryPoints: [source], outfile: built, bundle: true, platform: "node", ...form });
  const trace = spawnSync(process.execPath, [built], { encoding: "utf8", env: {} }).stderr;
  expect(trace).toContain(`${built}:1:`);
  expect(await placesInSources(trace)).toContain("falls.ts:4");
  await rm(`${built}.map`);
  expect(await placesInSources(trace)).toBe(trace);
});
