import type { CallId, TurnId } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import type { ToolEntry } from "@kestrel/session-state";
import type { CrewLanes } from "../crew/crew-lanes.ts";
import type { SessionJournal } from "../journal/session-journal.ts";
import type { CallTrail } from "../loop-detection/call-trail.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { StaleCall, ToolContext, ToolResult } from "../ports/tool.ts";
import type { LandedToolCall } from "./landed-call.ts";
import type { ApprovalAnswer, PendingAnswers, QuestionAnswer } from "./pending-answers.ts";

/** A call's result and its duration in milliseconds. */
export type ExecutedCall = { result: ToolResult | StaleCall; durationMs: number };

/** Results of calls that ran while the reply was still streaming. */
interface EarlyRuns {
  /** A reply begins or failed: stops the runs of the previous one. */
  forget(): void;
  /** The reply's call at `index` is written to its end. */
  written(index: number, call: LandedToolCall): void;
  /** The run of that call with the same preconditions, if there is one; returned once. */
  take(call: ToolEntry, context: ToolContext): Promise<ExecutedCall | undefined>;
}
/** A question asked before its call's turn; `end` withdraws it when it was not answered. */
type AskedAhead = { digest: string; answered: Promise<ApprovalAnswer>; end(): void };

/** The parts that the calls of a turn need. */
export type CallParts = {
  agent: AgentParts;
  turnId: TurnId;
  cancel: CancelSignal;
  journal: SessionJournal;
  approvals: PendingAnswers<ApprovalAnswer>;
  questions: PendingAnswers<QuestionAnswer>;
  /** Questions of calls that wait for their turn. */
  ahead: Map<CallId, AskedAhead>;
  /** Reports the jobs of models beside the main one. */
  lanes: CrewLanes;
  live: { output(callId: CallId, delta: string): void; outputDone(callId: CallId): void };
  /** The traits of the model that answers. */
  traits?: ModelTraits;
  /** The calls that were answered since the user's last message. */
  trail: CallTrail;
  /** The longest result in UTF-16 units, if less than the window allows. */
  most?: number;
  /** Runs calls while the reply is still streaming. */
  early?: EarlyRuns;
};
