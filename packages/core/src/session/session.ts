import type { Frame, LiveSnapshot, Op, OpAnswer, SessionEvent, TurnId, UndoTarget } from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import type { CommitDraft, UndoPreview } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";

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
