import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root, say, setUpFolder } from "../set-up/places.mjs";
import { runProgram } from "../set-up/run-program.mjs";
import { filesToRepeat, judge } from "./second-run.mjs";

const vitest = join(root, "node_modules/vitest/vitest.mjs");
const reporter = fileURLToPath(new URL("outcome-reporter.mjs", import.meta.url));

/**
 * Runs the tests under Vitest, which shows its progress. Failed files run a second time, after everything else: failures of a loaded
 * machine pass then, those of the code do not. Resolves to the counts, and to the tests that passed only once.
 */
export async function runTests(projects, environment, folder = root) {
  const words = projects.flatMap((name) => ["--project", name]);
  const first = await outcomeOf(words, environment, folder);
  const files = filesToRepeat(first);
  if (files.length === 0) return judge(first);
  say(`what failed runs once more, alone: ${files.join(", ")}`);
  const alone = ["--no-file-parallelism", ...files.map((file) => join(folder, file))];
  return judge(first, await outcomeOf([...words, ...alone], environment, folder));
}

async function outcomeOf(words, environment, folder) {
  mkdirSync(setUpFolder, { recursive: true });
  const file = join(setUpFolder, `outcome-${process.pid}.json`);
  const reporters = ["--reporter", "default", "--reporter", reporter];
  const code = await runProgram(process.execPath, [vitest, "run", ...reporters, ...words], {
    cwd: folder,
    env: { ...environment, KESTREL_TEST_OUTCOME: file },
  });
  try {
    const outcome = JSON.parse(readFileSync(file, "utf8"));
    const seen = outcome.broken.length > 0 || outcome.tests.some(({ state }) => state === "failed");
    if (code !== 0 && !seen) outcome.broken.push({ error: `Vitest ended with ${code}` });
    return outcome;
  } catch {
    return { tests: [], broken: [{ error: "the tests left no result" }] };
  } finally {
    rmSync(file, { force: true });
  }
}
