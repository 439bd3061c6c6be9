import { join } from "node:path";
import { root, say } from "../set-up/places.mjs";
import { runProgram } from "../set-up/run-program.mjs";

/** Builds the manual from `docs/` into `console/dist/help`, to be served with the console. A broken link is an error. */
export async function buildManual() {
  say("building the manual");
  const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js");
  const stdio = ["ignore", "ignore", 2];
  const code = await runProgram(process.execPath, [vitepress, "build", "docs"], { cwd: root, stdio });
  if (code !== 0) throw new Error(`the manual could not be built (vitepress ended with ${code})`);
}
