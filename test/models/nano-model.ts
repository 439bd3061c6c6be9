import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { descendantsOf } from "../daemon/processes.ts";
import type { TestDaemon } from "../daemon/run-daemon.ts";

/** The committed model. */
export const nanoModel = join(process.cwd(), "nano", "kestrel-nano.gguf");

/** Throws with the way to get it when the model is missing. */
export function needModel(path: string): string {
  if (!existsSync(path)) throw new Error(`there is no ${path}; nano/README.md tells how it is made`);
  return path;
}

/** MiB; promised for the small model's engine, whatever it has been asked. */
export const mostMemory = 64;

export type EngineMemory = { now: number; peak: number };

/** What the daemon's llama-server has resident, in MiB; undefined where the system does not tell. */
export function engineMemory(daemon: TestDaemon): EngineMemory | undefined {
  try {
    // The supervisor names the engine in its own command line too.
    const engines = descendantsOf(daemon.pid).filter(({ command }) => /^\S*llama-server\s/.test(command));
    const sizes = engines.map(({ pid }) => readFileSync(`/proc/${pid}/status`, "utf8"));
    const field = (name: string) =>
      Math.max(
        ...sizes.map((status) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024),
      );
    return sizes.length === 0 ? undefined : { now: field("VmRSS"), peak: field("VmHWM") };
  } catch {
    return undefined;
  }
}
