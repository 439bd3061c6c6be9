// npm start: from a bare clone to a running Kestrel. Arguments go to `kestrel start`.
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { talkingMeanwhile } from "./set-up/keep-talking.mjs";
import { program, say } from "./set-up/places.mjs";
import { runProgram } from "./set-up/run-program.mjs";
import { asScript, setUp } from "./set-up/set-up.mjs";

await asScript(async () => {
  await setUp();
  await engineOnHand();
  return runKestrel(["start", ...process.argv.slice(2)]);
});

/** Without an engine Kestrel still starts and shows how to get one, so a failed download is not fatal. */
async function engineOnHand() {
  if (spawnSync(process.execPath, [program, "engine"], { stdio: "ignore" }).status === 0) return;
  say("no llama-server on this machine; fetching one");
  const code = await talkingMeanwhile("still fetching it", () =>
    runProgram(process.execPath, [program, "engine", "fetch"]),
  );
  if (code !== 0) say("going on without an engine");
}

/** Forwards every signal to Kestrel; exits with its exit code. */
function runKestrel(rest) {
  const child = spawn(process.execPath, [program, ...rest], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to both itself.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
