import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "../set-up/places.mjs";
import { runProgram } from "../set-up/run-program.mjs";

/** Builds the console's files into `console/dist`. */
export async function buildConsole() {
  if (!existsSync(join(root, "console/index.html"))) return;
  say("building the console");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const rest = ["build", "console", "--logLevel", "warn"];
  const code = await runProgram(process.execPath, [vite, ...rest], { cwd: root, stdio: ["ignore", 2, 2] });
  if (code !== 0) throw new Error(`the console could not be built (vite ended with ${code})`);
}
