import { constants } from "node:os";
import { Worker } from "node:worker_threads";
import type { Work } from "@kestrel/app/daemon";

/** After the daemon's start. Until then a terminal only requests its own greeting, also on a slow machine. Milliseconds. */
const startAfterMs = 2_000;

/** A main thread without a heartbeat for this time counts as stuck. Milliseconds. */
const stuckAfterMs = 20_000;
const beatMs = 250;

/** Heap limits of the watching thread, which only waits. MiB. */
const smallHeap = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 12 };

/**
 * Runs in a worker thread: up to Node 22 signals reach the event loop of every subscribed thread, also while the main thread is stuck in
 * one computation. Later versions notify only the main thread; then its heartbeat is watched, in ticks of this thread, so that sleep or
 * a stopped process does not count.
 */
const program = `
process.noDeprecation = true;
const { parentPort, workerData: { signals, graceMs, stuckAfterMs, beatMs, beats, hears, askedBefore } } = require("node:worker_threads");
const end = () => process.kill(process.pid, "SIGKILL");
const pulse = new Int32Array(beats);
let asked = askedBefore;
if (asked) setTimeout(end, graceMs);
try {
  if (!hears) throw new Error("deaf");
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
  parentPort.postMessage("hears");
} catch {
  // expected: this Node has no signals in threads
  let last = -1;
  let still = 0;
  setInterval(() => {
    const now = Atomics.load(pulse, 0);
    still = now === last ? still + beatMs * 2 : 0;
    last = now;
    if (still >= stuckAfterMs) end();
  }, beatMs * 2);
  parentPort.postMessage("watches");
}
`;

/** The thread ends after this time without work, which frees about nine MiB. Milliseconds. */
const restAfterMs = 5_000;

/**
 * Once it resolves, the process ends even when its main thread is stuck: `graceMs` after a signal, or, when only the main thread receives
 * signals, after `stuckMs` without a heartbeat. `hears: false` selects the second way. With `work`, only while there is some: an idle main
 * thread handles signals itself.
 */
export function endThoughBlocked(
  graceMs: number,
  signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"],
  {
    hears = true,
    startMs = startAfterMs,
    stuckMs = stuckAfterMs,
    work,
    restMs = restAfterMs,
  }: {
    hears?: boolean;
    startMs?: number;
    stuckMs?: number;
    work?: Promise<Work | undefined>;
    restMs?: number;
  } = {},
): Promise<"hears" | "watches"> {
  const beats = new SharedArrayBuffer(4);
  const since = performance.now();
  let thread: Worker | undefined;
  let beating: NodeJS.Timeout | undefined;
  const rest = () => {
    clearInterval(beating);
    void thread?.terminate();
    thread = undefined;
  };
  return new Promise((resolve) => {
    const start = (askedBefore = false) => {
      if (thread) return;
      thread = new Worker(program, {
        eval: true,
        env: {},
        resourceLimits: smallHeap,
        workerData: {
          signals: signals.map((signal) => constants.signals[signal]),
          graceMs,
          stuckAfterMs: stuckMs,
          beatMs,
          beats,
          hears,
          askedBefore,
        },
      });
      thread.on("error", () => undefined);
      thread.once("message", (way: "hears" | "watches") => {
        if (way === "watches")
          beating = setInterval(() => Atomics.add(new Int32Array(beats), 0, 1), beatMs).unref();
        resolve(way);
      });
      thread.unref();
    };
    // A debugger may pause the main thread for any time.
    if (process.execArgv.some((argument) => argument.startsWith("--inspect"))) return;
    let known: Work | undefined;
    // An ended thread leaves 3 MiB behind. A terminal that only waits for input never starts one.
    setTimeout(() => {
      if (!known || known.busy()) start();
    }, startMs).unref();
    if (!work) return;
    // Shutting down may get stuck as well.
    for (const signal of signals) process.on(signal, () => start(true));
    void work
      .then((begun) => {
        known = begun;
        const startUnlessEarly = () => void (performance.now() - since > startMs && start());
        if (begun) whileWorking(begun, restMs, { start: startUnlessEarly, rest });
      })
      .catch(() => undefined); // expected: the caller gets the error
  });
}

/** Starts the thread when work begins, and ends it after `restMs` without work. */
function whileWorking(work: Work, restMs: number, { start, rest }: { start(): void; rest(): void }): void {
  let resting: NodeJS.Timeout | undefined;
  const look = () => {
    resting = undefined;
    if (work.busy()) begun();
    else rest();
  };
  const begun = () => {
    if (resting) return void resting.refresh();
    resting = setTimeout(look, restMs).unref();
  };
  begun();
  work.onBegin(() => {
    start();
    begun();
  });
}
