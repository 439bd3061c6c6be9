import type { CallSubject } from "./call-subject.ts";
import type { ReminderCause, ReplyCut, TurnEndReason } from "./causes.ts";
import type { Failure } from "./error-code.ts";
import type { EventOf } from "./event.ts";
import type { CallFormat, ContextKind, RejectedReason, ToolOutcomeKind } from "./event-parts.ts";
import type { CallId, OpId, TurnId } from "./ids.ts";
import type { KeptImage } from "./image.ts";
import type { Risk, RiskReason } from "./risk.ts";
import type { FinishReason, Usage } from "./usage.ts";

/** Text added at the tail of what the model sees. */
export type ContextNote = { contextKind: ContextKind; text: string; cause?: ReminderCause; opId?: OpId };

/** Words of the person that have not reached the model, by the op that brought them. */
export type PendingWords = { id?: OpId; text: string };

/** A message of the person, with what was put beside it before the first reply. */
export type UserEntry = {
  kind: "user";
  turnId: TurnId;
  opId?: OpId;
  at: string;
  seq: number;
  text: string;
  images?: readonly KeptImage[];
  notes: readonly ContextNote[];
};

/** Words added to a turn that is already under way. */
export type NoteEntry = { kind: "note"; at: string; seq: number } & ContextNote;

/** One reply of the model: one per step. `finish` is absent while it is being spoken. */
export type ReplyEntry = {
  kind: "reply";
  turnId: TurnId;
  at: string;
  seq: number;
  step: number;
  text: string;
  reasoning: string;
  finish?: FinishReason;
  usage?: Usage;
  reasoningMs?: number;
  failure?: Failure;
  expectedReuse?: number;
  model?: string;
  callFormat?: CallFormat;
  cut?: ReplyCut;
  retried?: EventOf<"reply.completed">["retried"];
};

export type ToolStatus = "requested" | "waiting" | "running" | ToolOutcomeKind;

export type FileChange = {
  path: string;
  before?: string;
  after?: string;
  diff: string;
  added: number;
  removed: number;
};

/** One call and everything that came of it. */
export type ToolEntry = {
  kind: "tool";
  turnId: TurnId;
  at: string;
  seq: number;
  step: number;
  callId: CallId;
  tool: string;
  arguments: string;
  subject?: CallSubject;
  status: ToolStatus;
  recovered?: EventOf<"tool.requested">["recovered"];
  repairs?: readonly string[];
  rejected?: RejectedReason;
  approval?: {
    digest: string;
    risk: Risk;
    reasons: readonly RiskReason[];
    preview?: { path: string; diff: string };
    /** When the person was asked; absent when a grant was used. */
    askedAt?: string;
    decision?: EventOf<"approval.resolved">["decision"];
    scope?: "once" | "session";
    reason?: string;
  };
  /** How long the person took to answer, all its questions together. */
  waitedMs?: number;
  content?: string;
  exitCode?: number;
  durationMs?: number;
  spillFile?: string;
  seen?: EventOf<"tool.finished">["seen"];
  resultDigest?: string;
  risk?: Risk;
  cause?: ReminderCause;
  openItems?: readonly string[];
  changes: readonly FileChange[];
  /** Its output was folded to one line to make room. */
  folded: boolean;
};

export type CompactionEntry = {
  kind: "compaction";
  at: string;
  seq: number;
  folded: readonly CallId[];
  before: number;
  after: number;
};

export type EndEntry = {
  kind: "end";
  turnId: TurnId;
  at: string;
  seq: number;
  reason: TurnEndReason;
  failure?: Failure;
  durationMs?: number;
  opId?: OpId;
  arithmetic?: EventOf<"turn.ended">["arithmetic"];
};

/** What a person reads, in order; also everything the prompt is rendered from. */
export type Entry = UserEntry | NoteEntry | ReplyEntry | ToolEntry | CompactionEntry | EndEntry;
