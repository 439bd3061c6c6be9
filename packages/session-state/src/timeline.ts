import type {
  ApprovalScope,
  CacheMiss,
  CallFormat,
  CallId,
  CallSubject,
  ContextKind,
  Counted,
  CrewJob,
  DescribedCapability,
  EventOf,
  Failure,
  FileModes,
  FileRestoration,
  FinishReason,
  IntendedChange,
  KeptImage,
  OpId,
  PermissionStep,
  QuestionEnd,
  RejectedReason,
  ReminderCause,
  ReplyCut,
  RewindCause,
  Risk,
  RiskReason,
  RuleOrigin,
  SessionId,
  ToolOutcomeKind,
  TurnEndReason,
  TurnId,
  UncoveredReason,
  UndoTarget,
  Usage,
} from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import type { HookAnswer, InstructionSource } from "@kestrel/protocol/api";

/** Text added at the tail of the prompt. */
export type ContextNote = {
  contextKind: ContextKind;
  text: string;
  cause?: ReminderCause;
  sources?: readonly InstructionSource[];
  described?: readonly DescribedCapability[];
  opId?: OpId;
};

/** A message that has not reached the model, by its op, with the channel it came from. */
export type PendingWords = { id?: OpId; text: string; origin?: Origin };

/** Exact counts of an entry's parts, and the model they are of. */
export type CountedBy = Counted & { model?: string };

/** A message of the user, with the notes added before the first reply; or the request to continue a cut answer. */
export type UserEntry = {
  kind: "user";
  turnId: TurnId;
  opId?: OpId;
  at: string;
  seq: number;
  text: string;
  /** Replaces the text and pictures for the model: they can never fit. */
  shortened?: string;
  images?: readonly KeptImage[];
  goesOn?: true;
  pasted?: true;
  /** Set for a message from a channel. */
  origin?: EventOf<"turn.started">["origin"];
  notes: readonly ContextNote[];
  counted?: CountedBy;
};

/** A message sent during a turn. */
type NoteEntry = {
  kind: "note";
  at: string;
  seq: number;
  /** Replaces the text for the model: it can never fit. */
  shortened?: string;
  counted?: CountedBy;
} & ContextNote;

/** One reply of the model: one per step. `finish` is absent while it is generated. */
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
  /** The number of messages of its request, and the digests of the new ones. */
  messages: number;
  added: readonly string[];
  expectedReuse?: number;
  differsAt?: number;
  instance?: string;
  missed?: CacheMiss;
  counted?: CountedBy;
  model?: string;
  callFormat?: CallFormat;
  cut?: ReplyCut;
  retried?: EventOf<"reply.completed">["retried"];
  /** Why the step was repeated. */
  cause?: EventOf<"request.sent">["cause"];
  finished?: EventOf<"reply.completed">["finished"];
  report?: string;
};

type ToolStatus = "requested" | "waiting" | "running" | ToolOutcomeKind;

export type FileChange = {
  path: string;
  before?: string;
  after?: string;
  diff: string;
  added: number;
  removed: number;
  modes?: FileModes;
};

/** The result of a second look at a call: the other model's verdict, or why it could not be asked. */
type CallReview = Pick<CrewJob, "model" | "outcome" | "verdict" | "failure">;

/** One call and its results. */
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
  /** Made by Kestrel instead of the model. */
  by?: "kestrel";
  /** Its result is shown as text in front of the message. */
  laid?: "text";
  repairs?: readonly string[];
  rejected?: RejectedReason;
  /** The newest failure inside Kestrel while the call was described, judged or run. */
  report?: string;
  approval?: {
    digest: string;
    risk: Risk;
    reasons: readonly RiskReason[];
    preview?: { path: string; diff: string };
    /** When the person was asked; absent when a grant was used. */
    askedAt?: string;
    decision?: EventOf<"approval.resolved">["decision"];
    origin?: EventOf<"approval.resolved">["origin"];
    scope?: ApprovalScope;
    reason?: string;
    trace?: readonly PermissionStep[];
    /** Offered with the question. */
    rules?: readonly string[];
    /** The rules allowed with the answer, or that allowed the call. */
    allowedRules?: readonly string[];
    /** The sources of the rules that allowed it. */
    origins?: readonly RuleOrigin[];
    /** The model that was asked for a second look. */
    reviewer?: string;
  };
  /** The result of the second look. Separate from `approval`: the question stays unchanged when it arrives. */
  review?: CallReview;
  /** The question of the model, or of the MCP server it calls, and its outcome. */
  question?: {
    digest: string;
    question: string;
    choices?: readonly string[];
    server?: string;
    askedAt: string;
    end?: QuestionEnd;
    text?: string;
  };
  images?: readonly KeptImage[];
  /** Total time that the user took to answer its questions. */
  waitedMs?: number;
  content?: string;
  exitCode?: number;
  durationMs?: number;
  spillFile?: string;
  seen?: EventOf<"tool.finished">["seen"];
  sources?: EventOf<"tool.finished">["sources"];
  resultDigest?: string;
  risk?: Risk;
  cause?: ReminderCause;
  openItems?: readonly string[];
  /** The session of the subagent that answered. */
  helper?: SessionId;
  /** The answers of the user's hooks. */
  hooks?: readonly HookAnswer[];
  described?: readonly DescribedCapability[];
  changes: readonly FileChange[];
  /** For a command with a snapshot before it: the files it changed, and those that are unknown. */
  covered?: { files: readonly string[]; missed?: number; uncovered?: UncoveredReason };
  /** What it was about to write when it started. */
  intended?: IntendedChange;
  /** Its output was folded to one line by a compaction. */
  folded: boolean;
  counted?: CountedBy;
};

export type CompactionEntry = {
  kind: "compaction";
  at: string;
  seq: number;
  folded: readonly CallId[];
  before: number;
  after: number;
  summary?: string;
  by?: EventOf<"context.compacted">["by"];
  refused?: EventOf<"context.compacted">["refused"];
  why?: EventOf<"context.compacted">["why"];
  /** The summary that replaces the earlier messages from here on. */
  compacted?: { from: number; task: string; summary: string };
};

/** A restoration of files, successful or not. */
export type RestoredEntry = {
  kind: "restored";
  at: string;
  seq: number;
  target: UndoTarget;
} & FileRestoration;

/** So many messages, with their replies, were removed from the conversation here. */
export type RewoundEntry = { kind: "rewound"; at: string; seq: number; turns: number; why: RewindCause };

export type EndEntry = {
  kind: "end";
  turnId: TurnId;
  at: string;
  seq: number;
  reason: TurnEndReason;
  failure?: Failure;
  unfinished?: EventOf<"turn.ended">["unfinished"];
  durationMs?: number;
  opId?: OpId;
  arithmetic?: EventOf<"turn.ended">["arithmetic"];
  shortened?: EventOf<"turn.ended">["shortened"];
};

/** Whether an entry is part of the prompt; the others only inform the user. */
export function isSaid(entry: Entry): entry is SaidEntry {
  const { kind } = entry;
  return kind === "user" || kind === "note" || kind === "reply" || kind === "tool";
}

export type SaidEntry = UserEntry | NoteEntry | ReplyEntry | ToolEntry;

/** The displayed entries, in order; the prompt is rendered from them too. */
export type Entry = SaidEntry | CompactionEntry | RestoredEntry | RewoundEntry | EndEntry;
