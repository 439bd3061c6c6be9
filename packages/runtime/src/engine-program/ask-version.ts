import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { askEngine } from "./ask-engine.ts";

/** What a build computes on. `unknown` when the program does not report it. */
export type EngineBuild = "cpu" | "gpu" | "unknown";

export interface EngineVersion {
  /** As the program prints it, for display and logs only. */
  version: string;
  build: EngineBuild;
}

/** Milliseconds; includes the initialization of a GPU driver. */
const patienceMs = 20_000;

/** Runs `path --version`. `undefined` when the program is missing or its output is not llama-server's. */
export async function askVersion(path: string): Promise<EngineVersion | undefined> {
  const { failed, output } = await askEngine(path, { args: ["--version"], patienceMs });
  return failed ? undefined : readVersion(output);
}

/** Whether a build that Kestrel fetched has the backend for graphics processors: ggml searches it beside the program. */
export async function hasVulkan(path: string): Promise<boolean> {
  const program = await realpath(path).catch(absent);
  return program !== undefined && existsSync(join(dirname(program), "libggml-vulkan.so"));
}

/** `gpu` when the build has that backend and it finds a device: without a driver it computes on the processor. */
export async function fetchedBuild(path: string): Promise<"cpu" | "gpu"> {
  if (!(await hasVulkan(path))) return "cpu";
  const { failed, output } = await askEngine(path, { args: ["--list-devices"], patienceMs });
  return !failed && /^\s*Vulkan\d+:/m.test(output) ? "gpu" : "cpu";
}

/** Parses the output of `--version`, which includes messages of loaded GPU backends. */
export function readVersion(output: string): EngineVersion | undefined {
  const version = /^version:\s*(.+?)\s*$/m.exec(output)?.[1];
  if (!version) return undefined;
  const gpu =
    /ggml_(cuda|vulkan|metal|sycl|opencl|cann|musa|hip)|loaded (CUDA|Vulkan|Metal|SYCL|OpenCL|CANN|MUSA|HIP|ROCm) backend/i;
  return { version, build: gpu.test(output) ? "gpu" : "unknown" };
}
