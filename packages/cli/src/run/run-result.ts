import type { ErrorCode, ErrorParams, EventOf, Failure, SessionId, TurnId } from "@kestrel/protocol";
import {
  type FileChange,
  type SessionState,
  type TurnUsage,
  turnAnswer,
  turnUsage,
} from "@kestrel/session-state";
import { netLinesByFile } from "@kestrel/text";
import { type ExitCode, exitCodeOf, exitCodeOfTurn } from "../exit-codes.ts";

/** The version of the JSON that `run` writes; it grows when a field changes its meaning, not when one is added. */
export const schemaVersion = 1;

/** A bound of the command line that a turn can run into. */
export type RunLimit = "timeout" | "max-steps";

/** What `run --json` writes, and the last line of `run --jsonl`. */
export type RunResult = {
  type: "result";
  schema: typeof schemaVersion;
  session: SessionId;
  turn: TurnId;
  workspace: string;
  model?: string;
  reason: EventOf<"turn.ended">["reason"];
  failure?: Failure;
  exitCode: ExitCode;
  /** The flag whose bound ended the turn. */
  limit?: RunLimit;
  answer: string;
  /** Calls that were not approved, by tool and arguments. */
  denied: { tool: string; arguments: string }[];
  /** Each file once, with the lines that its changes come to together. */
  files: { path: string; added: number; removed: number }[];
  usage: TurnUsage;
  context?: { used: number; window?: number; source: "server" | "estimate" };
};

/** What stands in the result's place when the turn could not begin. */
export function unstarted(failure: {
  code: ErrorCode;
  params: ErrorParams;
}): Pick<RunResult, "type" | "schema" | "reason" | "failure" | "exitCode" | "answer"> {
  const exitCode = exitCodeOf(failure.code);
  return { type: "result", schema: schemaVersion, reason: "failed", failure, exitCode, answer: "" };
}

/** The result of a turn that has ended. */
export function resultOf(session: SessionId, turn: TurnId, state: SessionState): RunResult {
  const denied: RunResult["denied"] = [];
  const changes: FileChange[] = [];
  let end: { reason: RunResult["reason"]; failure?: Failure } = { reason: "interrupted" };
  let allowed = 0;
  let model: string | undefined;
  for (const entry of state.timeline) {
    if (!("turnId" in entry) || entry.turnId !== turn) continue;
    if (entry.kind === "reply") model = entry.model ?? model;
    else if (entry.kind === "end") end = { reason: entry.reason, failure: entry.failure };
    else if (entry.kind === "tool") {
      if (entry.status === "denied") denied.push({ tool: entry.tool, arguments: entry.arguments });
      else if (entry.approval) allowed++;
      changes.push(...entry.changes);
    }
  }
  const { used, window, source } = state.measured ?? {};
  return {
    type: "result",
    schema: schemaVersion,
    session,
    turn,
    workspace: state.workspace,
    model,
    ...end,
    exitCode: exitCodeOfTurn(
      end.reason,
      end.failure?.code,
      denied.length === 0 ? "nothing" : allowed > 0 ? "something" : "everything",
    ),
    answer: turnAnswer(state, turn),
    denied,
    files: [...netLinesByFile(changes)].map(([path, lines]) => ({ path, ...lines })),
    usage: turnUsage(state, turn),
    context:
      used === undefined || source === undefined
        ? undefined
        : { used, window: window ?? state.window, source },
  };
}
