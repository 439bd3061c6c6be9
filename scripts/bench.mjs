// npm run bench: `tokens` prints the account of the fixed prompt cost and fails above the target.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundleTool } from "./build/bundle.mjs";
import { root, setUpFolder } from "./set-up/places.mjs";
import { runProgram } from "./set-up/run-program.mjs";
import { asScript } from "./set-up/set-up.mjs";

const benches = { tokens: "test/bench/fixed-tokens.ts" };

await asScript(async () => {
  const chosen = process.argv[2] === undefined ? Object.keys(benches) : [process.argv[2]];
  for (const name of chosen) {
    const source = benches[name] && join(root, benches[name]);
    if (!source || !existsSync(source)) {
      throw new Error(`no bench named ${name}; there are: ${Object.keys(benches).join(", ")}`);
    }
    mkdirSync(setUpFolder, { recursive: true });
    const program = join(setUpFolder, `bench-${name}.mjs`);
    await bundleTool(source, program);
    const code = await runProgram(process.execPath, [program, ...process.argv.slice(3)], { cwd: root });
    if (code !== 0) return code;
  }
  return 0;
});
