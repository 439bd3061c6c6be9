import type {
  Frame,
  LiveSnapshot,
  Mode,
  Op,
  OpAnswer,
  Prefix,
  Sampling,
  SessionEvent,
  SessionId,
  TurnId,
  UndoTarget,
} from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import type {
  CommitDraft,
  HelperParent,
  InstructionSource,
  LoadoutStamp,
  UndoPreview,
} from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { EventLog } from "../ports/event-log.ts";
import type { OpeningLoadout } from "../ports/loadout-book.ts";

/** An update for a watcher: a logged event, or a live frame. */
export type SessionNews = { kind: "event"; event: SessionEvent } | { kind: "frame"; frame: Frame };

/**
 * One living session: ops in order, one turn at a time. The turn runs on when no client watches.
 *
 * - `apply` resolves when the op is on disk (a message, an answer) or has taken effect; it rejects with KestrelError when refused.
 *   An op that comes again, by its id, is answered as the first time and done once. A turn that a message starts gets `turnId`.
 * - `watch` delivers events in log order and frames between them; listeners must not throw.
 * - `close` ends an open turn, as a shutdown unless it says otherwise, waits for its end to be logged and closes the log.
 */
export interface Session {
  state(): SessionState;
  live(): LiveSnapshot;
  /** The effect that an undo would have on the files now. */
  previewUndo(target: UndoTarget): Promise<UndoPreview>;
  /**
   * A commit message for the remaining changes since that turn, or for all, after the ops before it; undefined without changes.
   * Never rejects.
   */
  draftCommit(from?: TurnId): Promise<CommitDraft | undefined>;
  /** `origin`: the channel of the op, by its token. */
  apply(op: Op, turnId: TurnId, origin?: Origin): Promise<OpAnswer>;
  watch(listener: (news: SessionNews) => void): () => void;
  /** The number of current watchers. */
  watchers(): number;
  /** Resolves when no turn is running. */
  settled(): Promise<void>;
  close(why?: "cancelled" | "shutdown"): Promise<void>;
}

/** The parts of a new session; frozen into its first event. */
export type Opening = {
  sessionId: SessionId;
  /** Real path of the folder. */
  workspace: string;
  mode: Mode;
  /** Facts about the machine, added to the first message. */
  machine: string;
  version: string;
  /** The project's instruction files, when the user trusts them. */
  instructions?: { text: string; sources: InstructionSource[] };
  /** Its loadout; without one it has Kestrel's prompt, every tool, and the catalogue of its folder. */
  loadout?: OpeningLoadout;
  /** Without one: the loadout of the session that asked for this one, whose rules apply in it as well. */
  under?: LoadoutStamp;
  /** Without a loadout: text before Kestrel's own, as for a subagent. */
  persona?: string;
  /** Whether reasoning is sent back to the model: yes, unless the model's profile excludes it. */
  reasoning?: Prefix["reasoning"];
  /** The tools its model was trained with, by name; no others are offered. Default: all. */
  tools?: readonly string[];
  /** The name of the texts its model was trained on. */
  texts?: string;
  /** Request parameters that override the configured ones. */
  sampling?: Sampling;
  /** The user's part of the system prompt, at its end. */
  systemText?: string;
  /** Whether snapshots are taken around commands; without it, in the mode `auto`. */
  snapshots?: boolean;
  /** Of a subagent: the call it answers. */
  parent?: HelperParent;
  /** The channel that it belongs to. */
  origin?: Origin;
  /** The session this one continues, and its summary. */
  continues?: { sessionId: SessionId; summary: string };
};

/** The parts of an open session. */
export type SessionParts = {
  log: EventLog;
  /** Needed when the log is empty; ignored otherwise. */
  opening?: Opening;
  agent: AgentParts;
};
