import type {
  CompactionCause,
  CountedTexts,
  CrewJob,
  Escalation,
  ForkOrigin,
  JobEntry,
  Mode,
  Prefix,
  Sampling,
  SessionId,
  TurnId,
} from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import type { HelperParent, LoadoutStamp, ModelOrigin, SessionMarks } from "@kestrel/protocol/api";
import type { FileSet } from "./history/file-set.ts";
import type { LedgerBefore } from "./select/ledger-block.ts";
import { Sequence } from "./sequence.ts";
import type { ContextNote, Entry, PendingWords } from "./timeline.ts";

/**
 * The calls of one reply. They are adjacent in the timeline and numbered consecutively, so that the position of each follows from its id.
 */
export type CallRun = {
  /** Number of the first: 7 for `c00000007`. */
  first: number;
  /** The position of the first in the timeline. */
  at: number;
  length: number;
  /** How many of them have no answer yet, and how many wait for the person. */
  open: number;
  waiting: number;
};

/** The open turn: its last step, and the positions of its open reply and newest calls in the timeline. */
type OpenTurn = {
  turnId: TurnId;
  step: number;
  replyAt?: number;
  /** The JSON schema of its answer. */
  answerSchema?: Readonly<Record<string, unknown>>;
  calls?: CallRun;
  /** Messages sent meanwhile that the model has not seen yet. */
  steering?: readonly PendingWords[];
  /** Prompts and skills that were called meanwhile. */
  notes?: readonly ContextNote[];
};

/** A job of another model, and when it ended. */
export type CrewJobEntry = Omit<CrewJob, "type"> & { at: string };

/** The state folded from a session's log. Immutable; unchanged parts are shared between states. */
export type SessionState = {
  lastSeq: number;
  sessionId?: SessionId;
  workspace: string;
  openedAt: string;
  changedAt: string;
  title: string;
  marks?: SessionMarks;
  mode: Mode;
  prefix: Prefix;
  continues?: SessionId;
  forkedFrom?: ForkOrigin;
  /** Of a subagent: the call it answers. */
  parent?: HelperParent;
  /** The channel that it belongs to. */
  origin?: Origin;
  /** Sampling parameters that override the configured ones. */
  sampling?: Sampling;
  /** The person's own part of the system prompt. */
  systemText?: string;
  /** The loadout of its first event. */
  loadout?: LoadoutStamp;
  /** The project's instruction files; frozen when the session opened. */
  instructions?: string;
  timeline: Sequence<Entry>;
  /** The window's account of entries that are not loaded. */
  before?: LedgerBefore;
  /** Notes added between turns; they are added to the next message. */
  pendingNotes: readonly ContextNote[];
  /** Messages too late for one turn, or unanswered in one that was cut: they are sent with the next message as well. */
  pendingWords?: readonly PendingWords[];
  turns: number;
  /** Calls so far: the number of the newest. */
  calls: number;
  openTurn?: OpenTurn;
  /** Digests of calls allowed for the whole session. */
  grants: readonly string[];
  /** Rules allowed for the session. */
  rules?: readonly string[];
  /** The last measured fill of the window, and the timeline's length at that time: later entries are estimated. */
  measured?: { used: number; window?: number; source: "server" | "estimate"; entries: number };
  window?: number;
  /** A refusal named another window than the server's `told`: that one no longer counts. */
  overruled?: { told?: number };
  /** The session's model: the first that answered, or the last that the user accepted. */
  model?: { label: string; from?: ModelOrigin };
  /** Another model that the user accepted, and that has not been used yet. */
  accepted?: ModelOrigin;
  /** Messages of the last request, and how many tokens the next one should find in the cache. */
  sent: { messages: number; expectedReuse?: number };
  /** `seq` of the event from which on the whole history is rendered in the current format. */
  adaptedAt?: number;
  /** The fixed prompt as its server counted it. */
  fixedCount?: CountedTexts["fixed"] & { model?: string };
  compactions: number;
  /** The user's choice about snapshots around commands, so that undo covers their changes; see `takesSnapshots`. */
  snapshots?: boolean;
  /** Whether it is given the facts of memory; absent: yes. */
  memory?: boolean;
  /** The file changes of turns and restorations, oldest first. */
  fileSets?: Sequence<FileSet>;
  /** What replaces everything before the timeline's entry `from`, after a compaction. */
  compacted?: { from: number; task: string; summary: string };
  /** A summary is being made: since when, and by which turn or op. */
  compacting?: { turnId: TurnId; at: string; why?: CompactionCause };
  /** Background commands, in order; only the newest. */
  jobs?: readonly JobEntry[];
  /** Jobs of the other models, in the order they ended. */
  crewJobs?: Sequence<CrewJobEntry>;
  /** Turns that were offered to a larger model. */
  escalation?: Escalation;
};

export const emptySession: SessionState = {
  lastSeq: 0,
  workspace: "",
  openedAt: "",
  changedAt: "",
  title: "",
  mode: "ask",
  prefix: { system: "", tools: [], reasoning: "send" },
  timeline: Sequence.empty<Entry>(),
  pendingNotes: [],
  turns: 0,
  calls: 0,
  grants: [],
  sent: { messages: 0 },
  compactions: 0,
};
