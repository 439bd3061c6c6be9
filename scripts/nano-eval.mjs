// npm run nano:eval: runs held-out tasks with kestrel-nano and fails when it is below its targets. `--count`, `--language`, `--skill`,
// `--seed` and `--model` select; `--failures` shows the failed ones.
import { join } from "node:path";
import { bundleTool } from "./build/bundle.mjs";
import { program, root, setUpFolder } from "./set-up/places.mjs";
import { runProgram } from "./set-up/run-program.mjs";
import { asScript, setUp } from "./set-up/set-up.mjs";
import { engineForTests } from "./set-up/test-engine.mjs";

await asScript(async () => {
  // A named build is used without rebuilding.
  const built = process.env.KESTREL_TEST_PROGRAM;
  if (built === undefined) await setUp();
  const engine = process.env.KESTREL_TEST_ENGINE ?? (await engineForTests());
  if (!engine) throw new Error("this machine has no llama-server and none could be fetched");
  const evaluation = join(setUpFolder, "nano-eval.mjs");
  await bundleTool(join(root, "nano/evaluation/evaluate.ts"), evaluation);
  return runProgram(process.execPath, [evaluation, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, KESTREL_TEST_PROGRAM: built ?? program, KESTREL_TEST_ENGINE: engine },
  });
});
