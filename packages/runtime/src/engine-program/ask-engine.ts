import { dirname, isAbsolute, resolve } from "node:path";
import { engineEnvironment } from "./engine-environment.ts";

export type EngineAnswer = {
  /** Arguments that make it tell and end. */
  args: readonly string[];
  /** Milliseconds. */
  patienceMs: number;
};

/** Bytes; `--help` has some 40,000. */
const longestAnswer = 4_000_000;

/**
 * What an engine's program prints when it is asked something about itself. It gets the environment of an engine, and works
 * in its own folder: llama-server loads what looks like a backend from the folder it is started in. Never rejects.
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
