import type { Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import type { EventStream } from "./event-stream.ts";

/** What one session has to say to one client, whatever else goes over the same connection. */
export type SessionFeed = {
  event(event: SessionEvent): void;
  frame(frame: Frame): void;
  /** The client's cursor is not of this log: it must forget what it has. */
  reset(): void;
  caughtUp(): Promise<void>;
  readonly gone: boolean;
  /** Resolves when nothing more of the session is wanted. */
  readonly closed: Promise<void>;
};

/** The part of a shared stream that is about `session`: each message is wrapped and names it. */
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
