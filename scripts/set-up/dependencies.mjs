import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fingerprint, isCurrent, markCurrent } from "./fingerprint.mjs";
import { root, say, strict } from "./places.mjs";
import { answers, runProgram } from "./run-program.mjs";

/** Installs what the lockfile says, with the pnpm that package.json pins. Does nothing when that is there already. */
export async function installDependencies() {
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`);
  const print = fingerprint(
    ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc", "console/package.json", ...packages],
    [process.platform, process.arch, process.versions.modules],
  );
  if (isCurrent("dependencies", print) && existsSync(join(root, "node_modules/.modules.yaml"))) return;

  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const pnpm = packageManager.replace(/\+.*$/, "");
  say(`installing the dependencies from the npm registry with ${pnpm} (about 150 MB on disk)`);
  const environment = { ...process.env, ...nativeBuild(), PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" };
  const install = (...more) =>
    runProgram(
      process.platform === "win32" ? "npx.cmd" : "npx",
      ["--yes", pnpm, "install", "--frozen-lockfile", "--config.confirmModulesPurge=false", ...more],
      { cwd: root, env: environment, shell: process.platform === "win32", stdio: ["ignore", 2, 2] },
    );

  let code = await install();
  if (code !== 0 && !strict) {
    say("that failed; trying once more without the parts that need a compiler");
    code = await install("--ignore-scripts");
  }
  if (code !== 0) throw new Error(`the dependencies could not be installed (pnpm ended with ${code})`);
  markCurrent("dependencies", print);
}

/**
 * With Node's headers and a compiler at hand, native parts are built here from what the npm registry gave,
 * so that nothing comes from anywhere else.
 */
function nativeBuild() {
  const prefix = dirname(dirname(process.execPath));
  if (!existsSync(join(prefix, "include/node/node.h"))) return {};
  const compiler = process.env.CXX ?? "c++";
  if (!answers(compiler, ["--version"]) || !answers("python3", ["--version"])) return {};
  return { npm_config_nodedir: prefix, npm_config_build_from_source: "true" };
}
