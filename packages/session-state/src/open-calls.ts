import { type CallId, callName } from "@kestrel/protocol";
import type { CallRun, SessionState } from "./session-state.ts";
import type { ToolEntry } from "./timeline.ts";

/** The position in the timeline of a call of the newest reply. Undefined for any other call. */
export function placeOfCall({ openTurn, timeline }: SessionState, callId: CallId): number | undefined {
  const run = openTurn?.calls;
  if (!run) return undefined;
  const place = run.at + callName.number(callId) - run.first;
  const entry = place < run.at || place >= run.at + run.length ? undefined : timeline.at(place);
  return entry?.kind === "tool" && entry.callId === callId ? place : undefined;
}

/** The unanswered calls of the newest reply, in order. */
export function openCalls(state: SessionState): ToolEntry[] {
  const run = state.openTurn?.calls;
  return run && run.open > 0 ? callsOf(state, run).filter(({ status }) => !isAnswered(status)) : [];
}

/** The calls that wait for the person, in order. */
export function waitingCalls(state: SessionState): ToolEntry[] {
  const run = state.openTurn?.calls;
  return run && run.waiting > 0 ? callsOf(state, run).filter(({ status }) => status === "waiting") : [];
}

function callsOf({ timeline }: SessionState, { at, length }: CallRun): ToolEntry[] {
  const calls: ToolEntry[] = [];
  for (let place = at; place < at + length; place++) {
    const entry = timeline.at(place);
    if (entry?.kind === "tool") calls.push(entry);
  }
  return calls;
}

/** Whether a call has ended, successfully or not. */
export function isAnswered(status: ToolEntry["status"]): boolean {
  return status !== "requested" && status !== "waiting" && status !== "running";
}
