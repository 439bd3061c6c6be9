import { Worker } from "node:worker_threads";

/** A thread without the daemon's environment that does not keep the process alive. `mostHeap`: MiB; above it only the thread ends. */
export function bareThread(program: string, mostHeap: number, workerData?: unknown): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostHeap };
  const worker = new Worker(program, {
    ...{ workerData, resourceLimits, env: {}, execArgv: [] },
    ...{ stdout: true, stderr: true },
  });
  worker.unref();
  return worker;
}
