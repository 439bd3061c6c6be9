import { buildConsole } from "./console.mjs";
import { buildDemoModel } from "./demo-model.mjs";
import { buildProgram } from "./program.mjs";

/** Everything that runs: the console's files, the program with its code cache, and the demo model. */
export async function buildAll() {
  await buildConsole();
  await buildProgram();
  await buildDemoModel();
}
