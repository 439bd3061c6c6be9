import { dirname, isAbsolute, resolve } from "node:path";
import { engineEnvironment } from "./engine-environment.ts";

export type EngineAnswer = {
  /** Arguments with which it prints information and exits. */
  args: readonly string[];
  patienceMs: number;
};

/** Bytes; `--help` prints about 40,000. */
const longestAnswer = 4_000_000;

/**
 * Output of an engine's program for an information flag. It runs with an engine's environment and in its own folder: llama-server loads
 * backends from its working folder. Never rejects.
 */
export async function askEngine(
  path: string,
  { args, patienceMs }: EngineAnswer,
): Promise<{ failed: boolean; output: string }> {
  const { execa } = await import("execa");
  const file = isAbsolute(path) ? path : resolve(path);
  const { failed, stdout, stderr } = await execa(file, args, {
    timeout: patienceMs,
    maxBuffer: longestAnswer,
    stdin: "ignore",
    reject: false,
    cwd: dirname(file),
    extendEnv: false,
    env: engineEnvironment(process.env),
  });
  return { failed, output: `${stdout}\n${stderr}` };
}
