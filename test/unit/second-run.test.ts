import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../..");
const runner = pathToFileURL(join(root, "scripts/test/run-tests.mjs")).href;

/** What `runTests` makes of these files, each a whole test file. Below the clone, so that they find Vitest. */
async function outcomeOf(files: Readonly<Record<string, string>>): Promise<unknown> {
  const cache = join(root, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await realpath(await mkdtemp(join(cache, "second-run-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = { test: { projects: [{ test: { name: "some", include: ["*.test.js"] } }] } };
  await writeFile(join(folder, "vitest.config.js"), `export default ${JSON.stringify(settings)}`);
  for (const [name, body] of Object.entries(files)) {
    const head =
      'import { existsSync, writeFileSync } from "node:fs"; import { beforeAll, expect, it } from "vitest";';
    const again = `const again = existsSync("${name}.ran"); writeFileSync("${name}.ran", "");`;
    await writeFile(join(folder, `${name}.test.js`), `${head}\n${again}\n${body}\n`);
  }
  const program = `import { runTests } from "${runner}"; const outcome = await runTests(["some"], process.env, ${JSON.stringify(folder)}); process.stdout.write("\\n#" + JSON.stringify(outcome));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const said = await text(child.stdout);
  return JSON.parse(said.slice(said.lastIndexOf("\n#") + 2));
}

it("what fails once is named and counted as passed, what fails twice fails, and nothing else is repeated", async () => {
  const outcome = await outcomeOf({
    steady: 'it("is well", () => expect(again).toBe(false));',
    luck: 'it("is slow", () => expect(again).toBe(true)); it("is left out", { skip: true }, () => {});',
    wrong: 'it("is wrong", () => expect(1).toBe(2)); it("is right", () => {});',
    hook: 'beforeAll(() => expect(again, "no room").toBe(true)); it("waits for it", () => {});',
    stray: 'it("leaves one behind", () => { if (!again) void Promise.reject(new Error("stray")); });',
  });
  expect(outcome).toEqual({
    passed: 5,
    failed: 1,
    skipped: 1,
    unsteady: [
      expect.objectContaining({
        file: "luck.test.js",
        name: "is slow",
        error: "expected false to be true // Object.is equality",
      }),
      { file: "hook.test.js", error: expect.stringContaining("no room") },
      { file: "stray.test.js", error: "stray" },
    ],
  });
});

it("where more than twelve files fail, no luck was missing, and none runs again", async () => {
  const names = Array.from({ length: 13 }, (_, at) => `file-${at}`);
  const files = Object.fromEntries(
    names.map((name) => [name, 'it("is slow", () => expect(again).toBe(true));']),
  );
  expect(await outcomeOf(files)).toEqual({ passed: 0, failed: 13, skipped: 0, unsteady: [] });
});

it("a file that cannot be read fails, and fails again", async () => {
  const outcome = await outcomeOf({ unread: 'import "./nowhere.js"; it("is never named", () => {});' });
  expect(outcome).toEqual({ passed: 0, failed: 1, skipped: 0, unsteady: [] });
});
