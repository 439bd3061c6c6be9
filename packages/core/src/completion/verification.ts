import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { isCodeFile } from "./code-file.ts";
import { asksForCheck, type CheckRun, checkRun } from "./recognise-check.ts";

/** Whether the code that a turn changed has been checked since. */
export type Verification =
  | { kind: "settled" }
  | { kind: "unverified"; paths: readonly string[] }
  | { kind: "failed"; command: string; exitCode: number };

/** Reads the calls of a turn in order: every change needs a check after it. A check the user denied is not requested again. */
export function verificationOf(calls: readonly ToolEntry[]): Verification {
  const paths = new Set<string>();
  let failed: { command: string; exitCode: number } | undefined;
  let edited = false;
  for (const call of calls) {
    for (const { path } of call.changes) {
      if (!isCodeFile(path)) continue;
      paths.add(path);
      edited = true;
      failed = undefined;
    }
    const command = commandOf(call);
    if (command === undefined) continue;
    const run = runOf(call);
    if (run === "none") continue;
    paths.clear();
    failed = run === "failed" ? { command, exitCode: call.exitCode ?? 1 } : undefined;
  }
  if (paths.size > 0) return { kind: "unverified", paths: [...paths] };
  return failed && edited ? { kind: "failed", ...failed } : { kind: "settled" };
}

/** The number of consecutive failed checks, each after a change of code; a passed one resets it. */
export function failedChecks(calls: readonly ToolEntry[]): number {
  let failed = 0;
  let changed = false;
  for (const call of calls) {
    changed ||= call.changes.some(({ path }) => isCodeFile(path));
    const run = commandOf(call) === undefined ? "none" : runOf(call);
    if (run === "passed") failed = 0;
    if (run !== "failed" || !changed) continue;
    failed += 1;
    changed = false;
  }
  return failed;
}

/** Whether a call ran a check, whatever its result. */
export function ranCheck(call: ToolEntry): boolean {
  return call.exitCode !== undefined && runOf(call) !== "none";
}

/** The last check that ran in this session; undefined when none did. */
export function lastCheck({ timeline }: SessionState): ToolEntry | undefined {
  for (const entry of timeline.backwards()) if (entry.kind === "tool" && ranCheck(entry)) return entry;
  return undefined;
}

function runOf({ subject, rejected, status, exitCode }: ToolEntry): CheckRun {
  const commands = rejected ? undefined : subject?.simple;
  if (exitCode !== undefined) return checkRun(commands, exitCode);
  const stopped = status === "denied" || status === "cancelled" || status === "error";
  return stopped && asksForCheck(commands) ? "unknown" : "none";
}

/** The commands of a runnable call, by its tool's description. */
function commandOf({ subject, rejected }: ToolEntry): string | undefined {
  return rejected ? undefined : subject?.commands?.join("\n");
}
