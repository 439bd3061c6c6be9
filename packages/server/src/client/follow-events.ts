import type { Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import type { DaemonAddress } from "./daemon-client.ts";
import { type FollowState, followStream } from "./follow-stream.ts";

export type FollowInput = DaemonAddress & {
  /** Without a session only frames about all sessions and the engine arrive. */
  session?: SessionId;
  /** Events after this seq; 0 for the whole log. */
  after?: number;
  onEvent(event: SessionEvent): void;
  onFrame(frame: Frame): void;
  onState?(state: FollowState): void;
  /** The cursor is not of this log (restored, replaced): discard the folded state; the log follows from the start. */
  onReset?(): void;
  signal: AbortSignal;
};

/**
 * Follows the daemon until `signal` fires: the log after `after`, one live snapshot, then updates. Reconnects after a break and resumes
 * there; no event is lost or repeated. Resolves when `signal` fires; rejects with DaemonRefusal when the daemon refuses (401, 404), and
 * with what a listener throws.
 */
export function followEvents({ session, after = 0, ...input }: FollowInput): Promise<void> {
  let seen = after;
  return followStream({
    ...input,
    query: () => ({ ...(session && { session }), ...(seen > 0 && { after: String(seen) }) }),
    onMessage(kind, data) {
      if (kind === "reset") {
        seen = 0;
        input.onReset?.();
      } else if (kind === "event") {
        const event = JSON.parse(data) as SessionEvent;
        seen = event.seq;
        input.onEvent(event);
      } else if (kind === "frame") {
        const frame = JSON.parse(data) as Frame;
        input.onFrame(frame);
        // An unreadable log ends the stream before its snapshot each time, so the pauses must grow.
        return frame.type === "snapshot" || !session;
      }
      return false;
    },
  });
}
