import type { CallId, EventBody, OpId, SessionState, TurnId } from "@kestrel/protocol";
import type { CallTrail } from "../loop-detection/call-trail.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";

/** Where what happens is kept: on disk, folded, told, in that order. */
interface Journal {
  readonly state: SessionState;
  /** Rejects with `log_unwritable` when it cannot be kept; then nothing happened. */
  append(...bodies: EventBody[]): Promise<void>;
  /** The same with what is true when its turn has come. */
  appendFrom(make: (state: SessionState) => readonly EventBody[]): Promise<void>;
}

/** How a question came to its end. */
export type ApprovalAnswer =
  | { decision: "allowed"; scope: "once" | "session"; opId?: OpId }
  | { decision: "denied"; reason?: string; opId?: OpId }
  | { decision: "expired" };

/** Where a call waits for the person. */
interface ApprovalDesk {
  /** Resolves with the answer once `keep` has it in the log; rejects when it cannot be kept. */
  ask(
    callId: CallId,
    digest: string,
    keep: (answer: ApprovalAnswer) => Promise<void>,
  ): Promise<ApprovalAnswer>;
  /** Takes a question back that nobody got to see. */
  withdraw(callId: CallId): void;
}

/** What the calls of a turn work with. */
export type CallParts = {
  agent: AgentParts;
  turnId: TurnId;
  cancel: CancelSignal;
  journal: Journal;
  approvals: ApprovalDesk;
  live: { output(callId: CallId, delta: string): void; outputDone(callId: CallId): void };
  /** The calls that were answered since the person last spoke. */
  trail: CallTrail;
};
