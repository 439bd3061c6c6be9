import { spawn, spawnSync } from "node:child_process";

/** Runs a program with its output shown. Resolves to its exit code; a signal counts as 1. */
export function runProgram(program, rest, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { stdio: "inherit", ...options });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Runs a program and returns its output. Throws with its last lines when it fails. */
export function outputOf(program, rest, options = {}) {
  const result = spawnSync(program, rest, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024, ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    throw new Error(
      `${program} ${rest[0] ?? ""} failed (${result.status}): ${result.stderr.trim().slice(-2000)}`,
    );
  }
  return result.stdout;
}

/** Whether a program runs successfully. */
export function answers(program, rest) {
  return spawnSync(program, rest, { stdio: "ignore", timeout: 20_000 }).status === 0;
}
