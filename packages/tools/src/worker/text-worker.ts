import type { Worker } from "node:worker_threads";
import { KestrelError, type Redactor } from "@kestrel/core";
import { reportFromThread, reportUnexpected } from "@kestrel/diagnostics";
import type { UnifiedDiff } from "../diff/unified-diff.ts";
import type { SyntaxChecker } from "../syntax/syntax-checker.ts";
import { syntaxCheckers } from "../syntax/syntax-checkers.ts";
import { bareThread } from "./bare-thread.ts";
import type { Job, JobKind, WorkerAnswer, WorkerMessage } from "./jobs.ts";

/** Work on hostile or huge text that must not block the daemon: parsing and comparing, in a separate thread. */
export type TextWorker = {
  check: SyntaxChecker["check"];
  /** Undefined when it took too long. */
  diff(path: string, before: string | undefined, after: string): Promise<UnifiedDiff | undefined>;
  redactor: Redactor;
};

/** Milliseconds: to parse a text before it counts as not checked, to compare two texts, and for one redaction job. */
export type TextPatience = { check: number; diff: number; redact?: number };

/** Milliseconds. A million lines are compared in about one second; a million characters are redacted in 50 ms. */
const usualPatience = { check: 500, diff: 5_000, redact: 20_000 };
/** Milliseconds for a thread to start and load a parser, on a slow machine. */
const startMs = 20_000;
/** Milliseconds without work after which the thread ends and frees its memory. */
const idleMs = 30_000;
/** MiB of heap; above it the parser is ended, not the daemon. */
const mostHeap = 512;

/** `program` is the worker's bundle. The thread starts with the first job, runs one job at a time, and never keeps the process alive. */
export function textWorker(program: string, patience: TextPatience = usualPatience): TextWorker {
  let running: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const processes = syntaxCheckers();
  let last: Promise<unknown> = Promise.resolve();

  const end = () => {
    void running?.terminate();
    running = undefined;
  };
  const started = () => {
    try {
      const worker = bareThread(program, mostHeap);
      // A failed thread may emit an error after its listeners are removed, which would crash the daemon.
      worker.on("error", () => {});
      return worker;
    } catch (error) {
      reportUnexpected("starting the text worker", error);
      return undefined;
    }
  };
  const run = <Kind extends JobKind>(job: Job<Kind>, patienceMs: number) =>
    new Promise<WorkerAnswer[Kind] | undefined>((resolve) => {
      clearTimeout(idle);
      const worker = running ?? started();
      running = worker;
      if (!worker) return resolve(undefined);
      let timer: NodeJS.Timeout;
      const settle = (answer: WorkerAnswer[Kind] | undefined, broken: boolean) => {
        clearTimeout(timer);
        worker.off("message", onMessage).off("error", onError).off("exit", onBroken);
        if (broken) end();
        else idle = setTimeout(end, idleMs).unref();
        resolve(answer);
      };
      const onBroken = () => settle(undefined, true);
      const onError = (error: unknown) => {
        // Running out of memory counts against the text.
        if ((error as { code?: unknown } | null)?.code !== "ERR_WORKER_OUT_OF_MEMORY")
          reportUnexpected("text worker", error);
        onBroken();
      };
      const within = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(onBroken, ms);
      };
      const onMessage = (message: WorkerMessage) => {
        if (message.kind === "report") reportFromThread(message.report);
        else if (message.kind === "begun") within(patienceMs);
        else settle(message.answer as WorkerAnswer[Kind], false);
      };
      worker.on("message", onMessage).on("error", onError).on("exit", onBroken);
      within(startMs);
      worker.postMessage(job);
    });
  const queued = <Kind extends JobKind>(job: Job<Kind>, patienceMs: number) => {
    const answer = last.then(() => run(job, patienceMs));
    last = answer;
    return answer;
  };
  const redacted = async <Method extends keyof Redactor>(
    kind: Method,
    given: Parameters<Redactor[Method]>,
  ): Promise<WorkerAnswer[Method]> => {
    const job = { kind, given } as Job<Method>;
    const answer = await queued(job, patience.redact ?? usualPatience.redact);
    if (answer !== undefined) return answer;
    throw new KestrelError("timeout", "a text could not be looked through for secrets in time");
  };
  return {
    redactor: {
      secretsIn: (...given) => redacted("secretsIn", given),
      exported: (...given) => redacted("exported", given),
      messages: (...given) => redacted("messages", given),
    },
    check: async (language, before, after) => {
      // Bash checks scripts in a separate process, which the daemon's thread can end and a terminated worker cannot.
      if (language === "bash") return processes.check(language, before, after);
      return (await queued({ kind: "check", language, before, after }, patience.check)) ?? [];
    },
    diff: (path, before, after) => queued({ kind: "diff", path, before, after }, patience.diff),
  };
}
