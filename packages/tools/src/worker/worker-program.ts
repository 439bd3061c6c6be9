import { parentPort } from "node:worker_threads";
import { redactorHere } from "@kestrel/core";
import { forwardReports } from "@kestrel/diagnostics";
import { unifiedDiff } from "../diff/unified-diff.ts";
import { syntaxCheckers } from "../syntax/syntax-checkers.ts";
import type { Job, JobKind, WorkerAnswer, WorkerMessage } from "./jobs.ts";

/** Problems returned at most: each is sent to the other thread. */
const mostProblems = 50;

/** The worker thread's program: takes jobs one at a time, reports the start of each, and answers it. */
const port = parentPort;
const say = (message: WorkerMessage) => port?.postMessage(message);
forwardReports((report) => say({ kind: "report", report }));
const checker = syntaxCheckers(() => say({ kind: "begun" }));

port?.on("message", async (job: Job) => say({ kind: "done", answer: await answerTo(job) }));

async function answerTo(job: Job): Promise<WorkerAnswer[JobKind]> {
  switch (job.kind) {
    case "check":
      return (await checker.check(job.language, job.before, job.after)).slice(0, mostProblems);
    case "diff":
      say({ kind: "begun" });
      return unifiedDiff(job.path, job.before, job.after);
    case "secretsIn":
      say({ kind: "begun" });
      return redactorHere.secretsIn(...job.given);
    case "exported":
      say({ kind: "begun" });
      return redactorHere.exported(...job.given);
    case "messages":
      say({ kind: "begun" });
      return redactorHere.messages(...job.given);
    default:
      return job satisfies never;
  }
}
