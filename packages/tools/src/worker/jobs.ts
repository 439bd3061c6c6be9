import type { Redactor } from "@kestrel/core";
import type { ThreadReport } from "@kestrel/diagnostics";
import type { UnifiedDiff } from "../diff/unified-diff.ts";
import type { SyntaxLanguage } from "../syntax/language-of.ts";
import type { SyntaxProblem } from "../syntax/syntax-checker.ts";

type Jobs = {
  check: { language: SyntaxLanguage; before: string | undefined; after: string };
  diff: { path: string; before: string | undefined; after: string };
} & { [Method in keyof Redactor]: { given: Parameters<Redactor[Method]> } };

export type JobKind = keyof Jobs;
export type Job<Kind extends JobKind = JobKind> = { [One in Kind]: { kind: One } & Jobs[One] }[Kind];

export type WorkerAnswer = { check: readonly SyntaxProblem[]; diff: UnifiedDiff } & {
  [Method in keyof Redactor]: Awaited<ReturnType<Redactor[Method]>>;
};

/** `begun`: everything is loaded and the next text is being processed; the time limit starts here. */
export type WorkerMessage =
  | { kind: "begun" }
  | { kind: "done"; answer: WorkerAnswer[JobKind] }
  | { kind: "report"; report: ThreadReport };
