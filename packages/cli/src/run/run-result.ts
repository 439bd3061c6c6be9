import type { ErrorCode, ErrorParams, Failure, SessionId, TurnId } from "@kestrel/protocol";
import {
  type FileChange,
  type SessionState,
  type TurnUsage,
  turnAnswer,
  turnUsage,
} from "@kestrel/session-state";
import { memoriesOfTurn, wishToRemember } from "@kestrel/session-state/memories";
import { netLinesByFile } from "@kestrel/text";
import { exitCodeOf, exitCodeOfTurn } from "../exit-codes.ts";
import type { RunResult, UnstartedResult } from "./run-lines.ts";
import { schemaVersion } from "./schema-version.ts";

/** The result when the turn could not begin. */
export function unstarted(failure: { code: ErrorCode; params: ErrorParams }): UnstartedResult {
  const exitCode = exitCodeOf(failure.code);
  return { type: "result", schema: schemaVersion, reason: "failed", failure, exitCode, answer: "" };
}

/** The result of an ended turn, merged with an `earlier` one of the same run. */
export function resultOf(session: SessionId, turn: TurnId, state: SessionState, earlier?: TurnId): RunResult {
  const denied: RunResult["denied"] = [];
  const changes: FileChange[] = [];
  let end: { reason: RunResult["reason"]; failure?: Failure } = { reason: "interrupted" };
  let allowed = 0;
  let model: string | undefined;
  for (const entry of state.timeline) {
    if (!("turnId" in entry) || (entry.turnId !== turn && entry.turnId !== earlier)) continue;
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
    usage: earlier ? added(turnUsage(state, earlier), turnUsage(state, turn)) : turnUsage(state, turn),
    memory: memoryOf(state, earlier ?? turn),
    context:
      used === undefined || source === undefined
        ? undefined
        : { used, window: window ?? state.window, source },
  };
}

function memoryOf(state: SessionState, turn: TurnId): RunResult["memory"] {
  const asked = wishToRemember(state, turn);
  return { used: memoriesOfTurn(state, turn), ...(asked !== undefined && { asked }) };
}

function added(one: TurnUsage, other: TurnUsage): TurnUsage {
  const sums = Object.entries(other).map(([key, value]) => [key, (one[key as keyof TurnUsage] ?? 0) + value]);
  return { ...one, ...Object.fromEntries(sums) };
}
