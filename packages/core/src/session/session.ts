import type { Frame, LiveSnapshot, Op, SessionEvent, SessionState, TurnId } from "@kestrel/protocol";

/** What a watcher is told: a logged event, or live news. */
export type SessionNews = { kind: "event"; event: SessionEvent } | { kind: "frame"; frame: Frame };

/**
 * One living session: ops in order, one turn at a time. The turn runs on when nobody watches.
 *
 * - `apply` resolves when the op is on disk (a message, an answer) or has taken effect; it rejects with KestrelError when refused.
 * - `watch` delivers events in log order and frames between them; listeners must not throw.
 * - `close` cancels an open turn, waits for its end to be logged and closes the log.
 */
export interface Session {
  state(): SessionState;
  live(): LiveSnapshot;
  apply(op: Op, turnId: TurnId): Promise<void>;
  watch(listener: (news: SessionNews) => void): () => void;
  /** Resolves when no turn is under way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
