import type { ApprovalScope, CallId, EventBody, OpId, QuestionEnd, TurnId } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import type { CrewLanes } from "../crew/crew-lanes.ts";
import type { CallTrail } from "../loop-detection/call-trail.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { ToolContext } from "../ports/tool.ts";
import type { LandedToolCall } from "./landed-call.ts";
import type { ExecutedCall } from "./run-calls.ts";

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
  | { decision: "allowed"; scope: ApprovalScope; rules?: string[]; opId?: OpId }
  | { decision: "denied"; reason?: string; opId?: OpId }
  | { decision: "expired" };

/** Where a call waits for the person. */
interface AnswerDesk<Answer> {
  /** Resolves with the answer once `keep` has it in the log; rejects when it cannot be kept. */
  ask(callId: CallId, digest: string, keep: (answer: Answer) => Promise<void>): Promise<Answer>;
  /** Takes a question back that nobody got to see. */
  withdraw(callId: CallId): void;
}

/** Where calls that ran while the reply was still spoken are found. */
interface EarlyRuns {
  /** A reply begins, or came to nothing: what runs of it is stopped. */
  forget(): void;
  /** The reply's call at `index` is written to its end. */
  written(index: number, call: LandedToolCall): void;
  /** The run of that call on that ground, if there is one; it is given once. */
  take(call: ToolEntry, context: ToolContext): Promise<ExecutedCall | undefined>;
}
/** How a question of the model's came to its end. */
export type QuestionAnswer = { end: QuestionEnd; text?: string; opId?: OpId };

/** What the calls of a turn work with. */
export type CallParts = {
  agent: AgentParts;
  turnId: TurnId;
  cancel: CancelSignal;
  journal: Journal;
  approvals: AnswerDesk<ApprovalAnswer>;
  questions: AnswerDesk<QuestionAnswer>;
  /** Where it is told what models beside the lead do. */
  lanes: CrewLanes;
  live: { output(callId: CallId, delta: string): void; outputDone(callId: CallId): void };
  /** What whoever speaks needs. */
  traits?: ModelTraits;
  /** The calls that were answered since the person last spoke. */
  trail: CallTrail;
  /** Calls that run while the reply is still spoken. */
  early?: EarlyRuns;
};
