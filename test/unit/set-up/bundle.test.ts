import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const bundler = pathToFileURL(join(import.meta.dirname, "../../../scripts/build/bundle.mjs")).href;
const lines = `import { bundleProgram } from "${bundler}"; await bundleProgram(...process.argv.slice(1));`;

/** What was started by pnpm finds its packages from everywhere. */
const alone = { ...process.env, NODE_PATH: "" };

/** Bundles this text as a program. `problem` is what the bundler said when it failed. */
async function bundled(source: string): Promise<{ program: string; problem: string }> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [entry, program] = [join(folder, "entry.ts"), join(folder, "program.cjs")];
  await writeFile(entry, source);
  const words = ["--input-type=module", "-e", lines, entry, program];
  return { program, problem: spawnSync(process.execPath, words, { encoding: "utf8", env: alone }).stderr };
}

it("keeps the meaning of letters that are not ASCII, and writes none", async () => {
  const { program } = await bundled(`
    const marks = /^[｜▁]+$/;
    const bird = /^\u{1F426}隼$/u;
    console.log(marks.test("｜▁"), bird.test("\u{1F426}隼"), "红隼");
  `);
  expect(await readFile(program, "latin1")).not.toMatch(/[\u0080-\u00ff]/);
  expect(spawnSync(process.execPath, [program], { encoding: "utf8" }).stdout).toBe("true true 红隼\n");
});

it("refuses a letter behind a backslash, where the escape would mean something else", async () => {
  expect((await bundled("console.log(/\\｜/.test('x'));")).problem).toContain("backslash");
});

it("is built where an optional native part is missing, and the program finds that out by itself", async () => {
  const { program, problem } = await bundled(`
    import("better-sqlite3").then(
      () => console.log("an index"),
      () => console.log("no index"),
    );
  `);
  expect(problem).toBe("");
  expect(spawnSync(process.execPath, [program], { encoding: "utf8", env: alone }).stdout).toBe("no index\n");
});
