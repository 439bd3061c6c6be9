// npm run bench: prints one table of Kestrel's costs and fails when a target is missed. Names select benches.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleTool } from "./build/bundle.mjs";
import { root, setUpFolder } from "./set-up/places.mjs";
import { runProgram } from "./set-up/run-program.mjs";
import { asScript } from "./set-up/set-up.mjs";

await asScript(async () => {
  mkdirSync(setUpFolder, { recursive: true });
  const program = join(setUpFolder, "bench.mjs");
  await bundleTool(join(root, "test/bench/bench.ts"), program);
  // The result of the last `npm test` on this machine.
  const machine = join(setUpFolder, "machine.json");
  const parts = existsSync(machine) ? JSON.parse(readFileSync(machine, "utf8")) : {};
  return runProgram(process.execPath, [program, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...parts, ...process.env },
  });
});
