import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { bundleProgram } from "../../../scripts/build/bundle.mjs";

async function bundled(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "entry.ts"), source);
  await bundleProgram(join(folder, "entry.ts"), join(folder, "program.cjs"));
  return join(folder, "program.cjs");
}

it("keeps the meaning of letters that are not ASCII, and writes none", async () => {
  const program = await bundled(`
    const marks = /^[｜▁]+$/;
    const bird = /^\u{1F426}隼$/u;
    console.log(marks.test("｜▁"), bird.test("\u{1F426}隼"), "红隼");
  `);
  expect(await readFile(program, "latin1")).not.toMatch(/[\u0080-\u00ff]/);
  expect(spawnSync(process.execPath, [program], { encoding: "utf8" }).stdout).toBe("true true 红隼\n");
});

it("refuses a letter behind a backslash, where the escape would mean something else", async () => {
  await expect(bundled("console.log(/\\｜/.test('x'));")).rejects.toThrow("backslash");
});
