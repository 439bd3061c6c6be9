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
 * The calls of one reply. They stand side by side in the timeline and are numbered through, so that the place of each
 * follows from its name, however many there are.
 */
export type CallRun = {
  /** Number of the first: 7 for `c00000007`. */
  first: number;
  /** Where the first stands in the timeline. */
  at: number;
  length: number;
  /** How many of them have no answer yet, and how many wait for the person. */
  open: number;
  waiting: number;
};

/** The turn under way: its last step, and where its open reply and its newest calls stand in the timeline. */
type OpenTurn = {
  turnId: TurnId;
  step: number;
  replyAt?: number;
  /** The JSON schema of its answer. */
  answerSchema?: Readonly<Record<string, unknown>>;
  calls?: CallRun;
  /** What the user said meanwhile and the model has not seen yet. */
  steering?: readonly PendingWords[];
  /** Prompts and skills that were called meanwhile. */
  notes?: readonly ContextNote[];
};

/** A piece of work of a crew member, and when it was over. */
export type CrewJobEntry = Omit<CrewJob, "type"> & { at: string };

/** The meaning of a session's log. Immutable; parts that did not change are shared between states. */
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
  /** Of a helper: whose call it answers. */
  parent?: HelperParent;
  /** The channel that it belongs to. */
  origin?: Origin;
  /** Asked of the server beside what is configured. */
  sampling?: Sampling;
  /** The person's own part of the system prompt. */
  systemText?: string;
  /** The loadout it was composed by. */
  loadout?: LoadoutStamp;
  /** What the project's own files told the model; frozen when the session opened. */
  instructions?: string;
  timeline: Sequence<Entry>;
  /** Of a state whose first entries are not here: what they count in the window. */
  before?: LedgerBefore;
  /** Notes added between turns; they go beside the next message. */
  pendingNotes: readonly ContextNote[];
  /** What the person said too late for one turn, or in vain in one that was cut: it goes beside the next message as well. */
  pendingWords?: readonly PendingWords[];
  turns: number;
  /** Calls so far: the number of the newest. */
  calls: number;
  openTurn?: OpenTurn;
  /** Digests the user allowed for the whole session. */
  grants: readonly string[];
  /** Rules the user allowed for it. */
  rules?: readonly string[];
  /** The last measured fill of the window, and how long the timeline was then: what came later is estimated. */
  measured?: { used: number; window?: number; source: "server" | "estimate"; entries: number };
  window?: number;
  /** A refusal named another window than the server had `told` before: that one counts no more. */
  overruled?: { told?: number };
  /** The model that the session is held with: the first that was asked, or the last that a person accepted. */
  model?: { label: string; from?: ModelOrigin };
  /** Another that a person accepted, and that was not asked yet. */
  accepted?: ModelOrigin;
  /** Messages the last request had, and what the next one should find in the cache. */
  sent: { messages: number; expectedReuse?: number };
  /** `seq` of the event from which on the whole history is written as sessions of today are. */
  adaptedAt?: number;
  /** The fixed prompt as its server counted it. */
  fixedCount?: CountedTexts["fixed"] & { model?: string };
  compactions: number;
  /** What the person said about snapshots around commands, so that undo covers what they do to files; see `takesSnapshots`. */
  snapshots?: boolean;
  /** Whether facts that the person asked to be remembered are given to it; absent: they are. */
  memory?: boolean;
  /** What turns and restorations did to files, oldest first. */
  fileSets?: Sequence<FileSet>;
  /** What stands for everything before the timeline's entry `from`, once there was a summary. */
  compacted?: { from: number; task: string; summary: string };
  /** A summary is being made: since when, and by which turn or op. */
  compacting?: { turnId: TurnId; at: string; why?: CompactionCause };
  /** Commands that went on beside the turns, in their order; the newest ones. */
  jobs?: readonly JobEntry[];
  /** What models beside the lead did, in the order it ended. */
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
