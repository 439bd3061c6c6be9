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

/** Text added at the tail of what the model sees. */
export type ContextNote = {
  contextKind: ContextKind;
  text: string;
  cause?: ReminderCause;
  sources?: readonly InstructionSource[];
  described?: readonly DescribedCapability[];
  opId?: OpId;
};

/** Words of the person that have not reached the model, by the op that brought them, and the channel that they came from. */
export type PendingWords = { id?: OpId; text: string; origin?: Origin };

/** Exact counts of an entry's parts, and whose they are. */
export type CountedBy = Counted & { model?: string };

/** A message of the person, with what was put beside it before the first reply; or what asks a cut answer to go on. */
export type UserEntry = {
  kind: "user";
  turnId: TurnId;
  opId?: OpId;
  at: string;
  seq: number;
  text: string;
  /** What the model sees in the place of the words and pictures: they can never fit. */
  shortened?: string;
  images?: readonly KeptImage[];
  goesOn?: true;
  pasted?: true;
  /** Of words that came through a channel. */
  origin?: EventOf<"turn.started">["origin"];
  notes: readonly ContextNote[];
  counted?: CountedBy;
};

/** Words added to a turn that is already under way. */
type NoteEntry = {
  kind: "note";
  at: string;
  seq: number;
  /** What the model sees in the place of the text: it can never fit. */
  shortened?: string;
  counted?: CountedBy;
} & ContextNote;

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
  /** Messages of its request, and the digests of those that no earlier request had. */
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
  /** Why the step was asked anew. */
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

/** How a second look at a call ended, and what the other model made of it, or why it could not be asked. */
type CallReview = Pick<CrewJob, "model" | "outcome" | "verdict" | "failure">;

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
  /** Made by Kestrel in the model's place. */
  by?: "kestrel";
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
    /** What was allowed with the answer, or by what it was let through. */
    allowedRules?: readonly string[];
    /** Of rules that let it through: where each comes from. */
    origins?: readonly RuleOrigin[];
    /** The model that was asked for a second look. */
    reviewer?: string;
  };
  /** What came of that look. Beside `approval`: the question stays the very same when it joins. */
  review?: CallReview;
  /** What the model, or the MCP server that it calls, asks with it, and how that ended. */
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
  /** How long the person took to answer, all its questions together. */
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
  /** The session of the helper that answered. */
  helper?: SessionId;
  /** What hooks of the user's said to it. */
  hooks?: readonly HookAnswer[];
  described?: readonly DescribedCapability[];
  changes: readonly FileChange[];
  /** Of a command with a snapshot before it: the files it changed, and what of them is not known. */
  covered?: { files: readonly string[]; missed?: number; uncovered?: UncoveredReason };
  /** What it was about to write when it started. */
  intended?: IntendedChange;
  /** Its output was folded to one line to make room. */
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
  /** What stood for the earlier messages from here on. */
  compacted?: { from: number; task: string; summary: string };
};

/** Files were put back, or not. */
export type RestoredEntry = {
  kind: "restored";
  at: string;
  seq: number;
  target: UndoTarget;
} & FileRestoration;

/** So many messages, and what came of them, were taken out of the conversation here. */
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

/** Whether an entry is words in the prompt; the others tell people what happened. */
export function isSaid(entry: Entry): entry is SaidEntry {
  const { kind } = entry;
  return kind === "user" || kind === "note" || kind === "reply" || kind === "tool";
}

export type SaidEntry = UserEntry | NoteEntry | ReplyEntry | ToolEntry;

/** What a person reads, in order; also everything the prompt is rendered from. */
export type Entry = SaidEntry | CompactionEntry | RestoredEntry | RewoundEntry | EndEntry;
