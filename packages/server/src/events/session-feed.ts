import type { Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import type { EventStream } from "./event-stream.ts";

/** One session's messages to one client, independent of the connection's other sessions. */
export type SessionFeed = {
  event(event: SessionEvent): void;
  frame(frame: Frame): void;
  /** The client's cursor is not of this log: it must discard its state. */
  reset(): void;
  caughtUp(): Promise<void>;
  readonly gone: boolean;
  /** Resolves when the session is no longer followed. */
  readonly closed: Promise<void>;
};

/** The part of a shared stream about `session`: each message is wrapped and names it. */
export function sharedFeed(stream: EventStream, session: SessionId): SessionFeed {
  return {
    event: (event) => stream.message("event", { session, event }),
    frame: (frame) => stream.message("frame", { session, frame }),
    reset: () => stream.message("reset", { session }),
    caughtUp: () => stream.caughtUp(),
    get gone() {
      return stream.gone;
    },
    closed: stream.closed,
  };
}
