// npm test: sets up, then checks everything. The last line is `N passed, N failed, N skipped`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bubblewrapOnHand } from "./set-up/bubblewrap.mjs";
import { chromiumOnHand } from "./set-up/chromium.mjs";
import { dovecotOnHand } from "./set-up/dovecot.mjs";
import { ngircdOnHand } from "./set-up/ngircd.mjs";
import { root, say, setUpFolder, strict } from "./set-up/places.mjs";
import { runProgram } from "./set-up/run-program.mjs";
import { asScript, setUp } from "./set-up/set-up.mjs";
import { engineForTests } from "./set-up/test-engine.mjs";
import { tmuxOnHand } from "./set-up/tmux.mjs";
import { runTests } from "./test/run-tests.mjs";

const total = { passed: 0, failed: 0, skipped: 0 };
/** Tests that failed once and passed alone. */
const unsteady = [];
await asScript(checkEverything).finally(() => {
  // A failed set-up counts as a failure in the last line.
  if (process.exitCode !== 0 && total.failed === 0) total.failed = 1;
  for (const { file, name = "outside of its tests", error } of unsteady) {
    process.stdout.write(`unsteady: ${file} > ${name}\n          ${error}\n`);
  }
  process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
});

async function checkEverything() {
  const started = Date.now();
  await setUp();
  const parts = await machine();
  say(`ready to test after ${Math.round((Date.now() - started) / 1000)} s`);
  const colors = `--colors=${process.stdout.isTTY ? "force" : "off"}`;
  await check("format and lint", "@biomejs/biome/bin/biome", "ci", "--diagnostic-level=warn", colors, ".");
  await check("types", "typescript/bin/tsc", "-b");
  await runStories({ ...process.env, ...parts });
  await check("unused code", "knip/bin/knip.js");
  return total.failed === 0 ? 0 : 1;
}

/** A check counts as one test. */
async function check(name, ...command) {
  const code = await node(command, process.env);
  total[code === 0 ? "passed" : "failed"] += 1;
  say(`${name}: ${code === 0 ? "clean" : `failed (${code})`}`);
}

/** The tests' requirements of the machine. Under CI a missing one is an error, otherwise its tests are skipped. */
async function machine() {
  const parts = {};
  for (const [variable, find] of [
    ["KESTREL_TEST_ENGINE", engineForTests],
    ["KESTREL_TEST_CHROMIUM", chromiumOnHand],
    ["KESTREL_TEST_TMUX", tmuxOnHand],
    ["KESTREL_TEST_NGIRCD", ngircdOnHand],
    ["KESTREL_TEST_DOVECOT", dovecotOnHand],
    ...(process.platform === "linux" ? [["KESTREL_TEST_BUBBLEWRAP", bubblewrapOnHand]] : []),
  ]) {
    try {
      const path = process.env[variable] ?? (await find());
      if (path) parts[variable] = path;
      else if (strict) throw new Error(`${variable}: this machine has none`);
    } catch (error) {
      if (strict) throw error;
      say(`${error.message}; the tests that need it are skipped`);
    }
  }
  // For a later `vitest run` by hand.
  writeFileSync(join(setUpFolder, "machine.json"), JSON.stringify(parts));
  return parts;
}

/** Runs the tests; failed ones run a second time. */
async function runStories(environment) {
  const counted = await runTests(["unit", "engine", "browser"], environment);
  for (const name of Object.keys(total)) total[name] += counted[name];
  unsteady.push(...counted.unsteady);
}

function node([program, ...rest], environment) {
  const file = join(root, "node_modules", program);
  return runProgram(process.execPath, [file, ...rest], { cwd: root, env: environment });
}
