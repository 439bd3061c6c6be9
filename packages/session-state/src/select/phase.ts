import type { OutageReason, Progress } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import { openCalls, waitingCalls } from "../open-calls.ts";
import type { SessionState } from "../session-state.ts";
import type { ToolEntry } from "../timeline.ts";
import type { Live } from "./live.ts";

type CallInProgress = NonNullable<Progress["call"]>;

/** Estimated tokens of a call so far, judged by its newest part. Shown with `~`. */
export function estimateWritten({ written, tail }: CallInProgress): number {
  return tail === "" ? 0 : Math.ceil((estimateTokens(tail) * written) / tail.length);
}

/** The current activity of a turn, with its figures. */
export type Phase =
  | { kind: "waiting"; call: ToolEntry }
  | { kind: "running"; call: ToolEntry }
  /** Notes on the earlier conversation are being written; also between turns. */
  | { kind: "compacting" }
  /** `said`: the server's own message; `remainingMs`: until the next attempt, if the server named a time. */
  | { kind: "loading" | "queued" | "starting"; said?: string; remainingMs?: number }
  /** The server is unavailable; the turn waits for it. */
  | { kind: "outage"; reason: OutageReason; elapsedMs: number; said?: string }
  | { kind: "reading"; progress: Progress }
  /** `tokens`: of this reply so far, estimated. */
  | { kind: "thinking" | "writing"; tokens: number }
  | { kind: "calling"; call?: CallInProgress };

/** The phase of the open turn; undefined between turns, unless a compaction runs then. */
export function phaseOf(state: SessionState, live: Live): Phase | undefined {
  const { openTurn, compacting } = state;
  if (compacting) return { kind: "compacting" };
  if (!openTurn) return undefined;
  const [waiting] = waitingCalls(state);
  if (waiting) return { kind: "waiting", call: waiting };
  const running = openCalls(state).find(({ status }) => status === "running");
  if (running) return { kind: "running", call: running };
  if (live.turnId !== openTurn.turnId || live.step !== openTurn.step) return { kind: "starting" };
  const { progress, text, reasoning } = live;
  if (progress?.phase === "outage") {
    const { outage: reason = "unreachable", elapsedMs = 0, said } = progress;
    return { kind: "outage", reason, elapsedMs, said };
  }
  if (progress?.phase === "tool") return { kind: "calling", call: progress.call };
  if (text !== "") return { kind: "writing", tokens: estimateTokens(text) };
  if (reasoning !== "") return { kind: "thinking", tokens: estimateTokens(reasoning) };
  switch (progress?.phase) {
    case "loading":
    case "queued":
      return { kind: progress.phase, said: progress.said, remainingMs: progress.remainingMs };
    case "prompt":
      return { kind: "reading", progress };
    case "reasoning":
      return { kind: "thinking", tokens: 0 };
    case "text":
      return { kind: "writing", tokens: 0 };
    case undefined:
      return { kind: "starting" };
    default:
      return progress?.phase satisfies undefined;
  }
}
