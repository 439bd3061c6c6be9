import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fingerprint, isCurrent, markCurrent } from "./fingerprint.mjs";
import { keepTalking } from "./keep-talking.mjs";
import { root, say, strict } from "./places.mjs";
import { answers } from "./run-program.mjs";

/** Installs the lockfile's packages, with the pnpm that package.json pins. Does nothing when they are installed already. */
export async function installDependencies() {
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`);
  const print = fingerprint(
    ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc", "console/package.json", ...packages],
    [process.platform, process.arch, process.versions.modules],
  );
  if (isCurrent("dependencies", print) && existsSync(join(root, "node_modules/.modules.yaml"))) return;

  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const pnpm = packageManager.replace(/\+.*$/, "");
  say(`installing the dependencies from the npm registry with ${pnpm} (about 400 MB on disk)`);
  const native = nativeBuild();
  if (native.npm_config_nodedir) say("the database driver is compiled here, which takes about a minute");
  const environment = { ...process.env, ...native, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" };
  const install = (...more) =>
    runWithoutNoise(
      ["--yes", pnpm, "install", "--frozen-lockfile", "--config.confirmModulesPurge=false", ...more],
      environment,
    );

  let code = await install();
  if (code !== 0 && !strict) {
    say("that failed; trying once more without the parts that need a compiler");
    code = await install("--ignore-scripts");
  }
  if (code !== 0) throw new Error(`the dependencies could not be installed (pnpm ended with ${code})`);
  if (!databaseDriverWorks())
    say(
      "the list of sessions has no index: better-sqlite3's native part was neither fetched nor compiled here. Kestrel works without it. " +
        `To get it: a C++ compiler, make, python3 and Node's headers, then npx --yes ${pnpm} rebuild better-sqlite3`,
    );
  markCurrent("dependencies", print);
}

/** The database driver is optional: without it only listing many sessions is slower. */
function databaseDriverWorks() {
  try {
    const Driver = createRequire(join(root, "packages/store/package.json"))("better-sqlite3");
    new Driver(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

/**
 * With Node's headers and a compiler available, native parts are built from the npm registry's sources, so that nothing is downloaded from
 * elsewhere.
 */
function nativeBuild() {
  const prefix = dirname(dirname(process.execPath));
  if (!existsSync(join(prefix, "include/node/node.h"))) return {};
  const compiler = process.env.CXX ?? "c++";
  if (!answers(compiler, ["--version"]) || !answers("python3", ["--version"])) return {};
  return { npm_config_nodedir: prefix, npm_config_build_from_source: "true", npm_config_jobs: "max" };
}

/** Shows pnpm's own lines; compiler output is shown only on failure. */
function runWithoutNoise(rest, environment) {
  const windows = process.platform === "win32";
  const child = spawn(windows ? "npx.cmd" : "npx", rest, {
    cwd: root,
    env: environment,
    shell: windows,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const noise = [];
  const talk = keepTalking("still installing");
  const show = (line) => {
    // npm also warns about each setting for node-gyp.
    const noisy = / (pre|post)?install: (?!Done|Failed)/.test(line) || /^npm warn Unknown /i.test(line);
    if (noisy) noise.push(line);
    else {
      talk.heard();
      process.stderr.write(`${line}\n`);
    }
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", show);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      talk.stop();
      if (code !== 0) process.stderr.write(`${noise.slice(-40).join("\n")}\n`);
      resolve(code ?? 1);
    });
  });
}
