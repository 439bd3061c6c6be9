import { askEngine } from "./ask-engine.ts";

/** What a build can compute on. `unknown` when the program does not say. */
export type EngineBuild = "cpu" | "gpu" | "unknown";

export interface EngineVersion {
  /** As the program prints it, for people and logs; nothing may depend on its form. */
  version: string;
  build: EngineBuild;
}

/** Long enough for a GPU driver to wake up. */
const patienceMs = 20_000;

/** Runs `path --version`. `undefined` when there is no such program or it does not answer like a llama-server. */
export async function askVersion(path: string): Promise<EngineVersion | undefined> {
  const { failed, output } = await askEngine(path, { args: ["--version"], patienceMs });
  return failed ? undefined : readVersion(output);
}

/** Reads the output of `--version`; it loads its backends first, and a GPU backend announces itself. */
export function readVersion(output: string): EngineVersion | undefined {
  const version = /^version:\s*(.+?)\s*$/m.exec(output)?.[1];
  if (!version) return undefined;
  const gpu =
    /ggml_(cuda|vulkan|metal|sycl|opencl|cann|musa|hip)|loaded (CUDA|Vulkan|Metal|SYCL|OpenCL|CANN|MUSA|HIP|ROCm) backend/i;
  return { version, build: gpu.test(output) ? "gpu" : "unknown" };
}
