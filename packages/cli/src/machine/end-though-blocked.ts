import { constants } from "node:os";
import { Worker } from "node:worker_threads";

/** Nothing that comes from outside is worked on before; the start itself is not slowed down. Milliseconds. */
const startAfterMs = 500;

/** MiB. A thread that only waits. */
const smallHeap = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 12 };

/**
 * In a thread of its own: signals reach the event loop of every thread that asks for them, also while the main thread is
 * stuck in one computation. Where Node does not offer that, a stuck process is ended by SIGKILL alone.
 */
const program = `
process.noDeprecation = true;
const { parentPort, workerData: { signals, graceMs } } = require("node:worker_threads");
const end = () => process.kill(process.pid, "SIGKILL");
let asked = false;
try {
  const { Signal } = process.binding("signal_wrap");
  for (const number of signals) {
    const signal = new Signal();
    signal.onsignal = () => {
      // The main thread answers a second one faster than this, if it answers at all.
      setTimeout(end, asked ? 250 : graceMs);
      asked = true;
    };
    signal.start(number);
  }
  parentPort.postMessage("listening");
} catch {
  process.exit();
}
`;

/** From when it resolves the process ends `graceMs` after it was asked to, whatever its main thread does. */
export function endThoughBlocked(
  graceMs: number,
  signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"],
): Promise<void> {
  return new Promise((resolve) => {
    const start = () => {
      const watch = new Worker(program, {
        eval: true,
        env: {},
        resourceLimits: smallHeap,
        workerData: { signals: signals.map((signal) => constants.signals[signal]), graceMs },
      });
      watch.on("error", () => undefined);
      watch.once("message", () => resolve());
      watch.unref();
    };
    setTimeout(start, startAfterMs).unref();
  });
}
