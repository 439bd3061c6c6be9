import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { installDependencies } from "./dependencies.mjs";
import { fingerprint, isCurrent, markCurrent } from "./fingerprint.mjs";
import { talkingMeanwhile } from "./keep-talking.mjs";
import { withLock } from "./lock.mjs";
import { program, root, setUpFolder } from "./places.mjs";

const oldestNode = [20, 19];
const model = "nano/kestrel-nano.gguf";
const sources = [
  "packages",
  "console",
  "docs",
  "test/models",
  "scripts/build",
  model,
  "package.json",
  "pnpm-lock.yaml",
];

/** Makes the clone ready to run. Skips steps that are current; concurrent runs wait for each other. */
export async function setUp() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new Error(`Kestrel needs Node ${oldestNode.join(".")} or newer; this is ${process.versions.node}`);
  }
  mkdirSync(setUpFolder, { recursive: true });
  await withLock(join(root, ".cache", "set-up.lock"), async () => {
    await installDependencies();
    const print = fingerprint(sources, [process.version]);
    if (isCurrent("build", print) && existsSync(program)) return;
    const { buildAll } = await import("../build/build-all.mjs");
    await talkingMeanwhile("still building", buildAll);
    markCurrent("build", print);
  });
}

/** Runs a script's work; a failure prints one line and sets exit code 1. */
export async function asScript(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`kestrel: ${process.env.KESTREL_DEBUG ? error.stack : error.message}\n`);
    process.exitCode = 1;
  }
}
