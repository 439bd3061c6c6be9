import type { Worker } from "node:worker_threads";
import { KestrelError, type Redactor } from "@kestrel/core";
import { reportFromThread, reportUnexpected } from "@kestrel/diagnostics";
import type { UnifiedDiff } from "../diff/unified-diff.ts";
import type { SyntaxChecker } from "../syntax/syntax-checker.ts";
import { syntaxCheckers } from "../syntax/syntax-checkers.ts";
import { bareThread } from "./bare-thread.ts";
import type { Job, JobKind, WorkerAnswer, WorkerMessage } from "./jobs.ts";

/** What a hostile or huge text must not hold up the daemon with: parsing and comparing, done in a thread of its own. */
export type TextWorker = {
  check: SyntaxChecker["check"];
  /** Undefined when it took too long. */
  diff(path: string, before: string | undefined, after: string): Promise<UnifiedDiff | undefined>;
  redactor: Redactor;
};

/** Milliseconds: how long a text may be parsed before it counts as not checked, and how long a comparison may take, and one job of the redactor. */
export type TextPatience = { check: number; diff: number; redact?: number };

/** A million lines are compared in about one second; a million characters are redacted in 50 ms. */
const usualPatience = { check: 500, diff: 5_000, redact: 20_000 };
/** Milliseconds in which a thread starts and loads a parser, on a slow machine. */
const startMs = 20_000;
/** Milliseconds without work after which the thread ends and its memory is free again. */
const idleMs = 30_000;
/** MiB of heap; a parser that wants more is ended, not the daemon. */
const mostHeap = 512;

/** `program` is the worker's own bundle. The thread starts with the first job, one job at a time, and never keeps the process alive. */
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
      // A thread that failed may still report it when nothing listens any more, and nothing may be brought down by it.
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
        // A text that takes more memory than there is for it is the text's fault.
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
      // Bash reads its scripts in a process of its own, which this thread can end and a thread that is ended cannot.
      if (language === "bash") return processes.check(language, before, after);
      return (await queued({ kind: "check", language, before, after }, patience.check)) ?? [];
    },
    diff: (path, before, after) => queued({ kind: "diff", path, before, after }, patience.diff),
  };
}
