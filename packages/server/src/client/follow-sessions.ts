import type { ErrorBody, Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import type { DaemonAddress } from "./daemon-client.ts";
import { type FollowState, followStream } from "./follow-stream.ts";

export type FollowSessionsInput = DaemonAddress & {
  /** The sessions to follow, each with the seq after which its events are sent; at most 32. */
  sessions: ReadonlyMap<SessionId, number>;
  onEvent(session: SessionId, event: SessionEvent): void;
  /** Without a session, the frame is about all sessions or the engine. */
  onFrame(session: SessionId | undefined, frame: Frame): void;
  /** The session's cursor is not of its log: discard the folded state; the log follows from the start. */
  onReset?(session: SessionId): void;
  /** That session cannot be followed; the others continue. */
  onGone?(session: SessionId, error: ErrorBody["error"]): void;
  onState?(state: FollowState): void;
  signal: AbortSignal;
};

/**
 * Follows several sessions over one connection, each as `followEvents` does, until `signal` fires. A browser has six
 * connections for all its tabs together: one of them does this for all.
 */
export function followSessions({ sessions, ...input }: FollowSessionsInput): Promise<void> {
  const cursors = new Map(sessions);
  return followStream({
    ...input,
    query: () => ({ sessions: [...cursors].map(([id, after]) => `${id}:${after}`).join(",") }),
    onMessage(kind, data) {
      const { session, event, frame, error } = JSON.parse(data) as Message;
      if (kind === "frame" && frame) {
        input.onFrame(session, frame);
        return frame.type === "snapshot" || session === undefined;
      }
      if (session === undefined) return false;
      if (kind === "event" && event) {
        cursors.set(session, event.seq);
        input.onEvent(session, event);
      } else if (kind === "reset") {
        cursors.set(session, 0);
        input.onReset?.(session);
      } else if (kind === "gone" && error) {
        cursors.delete(session);
        input.onGone?.(session, error);
      }
      return false;
    },
  });
}

type Message = {
  session?: SessionId;
  event?: SessionEvent;
  frame?: Frame;
  error?: ErrorBody["error"];
};
