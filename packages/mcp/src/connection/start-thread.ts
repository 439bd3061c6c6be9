import { Worker } from "node:worker_threads";

/** MiB: what a server sends is read here, and a thread that wants more ends, not the daemon. */
const mostHeap = 256;

/** The thread that speaks with one server; it knows nothing of the daemon's surroundings, and alone does not keep the process alive. */
export function startThread(program: string): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostHeap };
  const worker = new Worker(program, { env: {}, execArgv: [], stdout: true, stderr: true, resourceLimits });
  worker.unref();
  return worker;
}
