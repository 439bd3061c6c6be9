import { Worker } from "node:worker_threads";

/** A thread for a program of ours that knows nothing of the daemon's surroundings, and alone does not keep the process alive. `mostHeap`: MiB; with more it ends, not the daemon. */
export function bareThread(program: string, mostHeap: number, workerData?: unknown): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostHeap };
  const worker = new Worker(program, {
    ...{ workerData, resourceLimits, env: {}, execArgv: [] },
    ...{ stdout: true, stderr: true },
  });
  worker.unref();
  return worker;
}
