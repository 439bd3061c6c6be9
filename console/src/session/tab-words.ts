import type { ErrorBody, Failure, Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import type { FollowState } from "@kestrel/server/client";

/** What the tabs of one browser say to each other on the channel they share. */
export type TabWord =
  /** A tab shows this session, or none, and has its log up to `after`. */
  | { kind: "wants"; tab: string; session?: SessionId; after: number }
  | { kind: "leaves"; tab: string }
  /** Another tab holds the stream from now on: say again what you want. */
  | { kind: "leads" }
  | { kind: "state"; state: FollowState }
  /** News about all sessions and the engine. */
  | { kind: "frame"; frame: Frame }
  | { kind: "refused"; failure: Failure };

/** News of one session, on a channel of its own: a tab that shows another one need not even read it. */
export type TabNews =
  | { kind: "event"; event: SessionEvent }
  /** `at`: how far the log was told before it; of no use to a tab that is not there yet. */
  | { kind: "frame"; frame: Frame; at: number }
  | { kind: "reset" }
  | { kind: "gone"; error: ErrorBody["error"] };

export const sharedChannel = "kestrel.tabs";
export const channelOf = (session: SessionId) => `kestrel.session.${session}`;
/** The lock of the tab that holds the stream. */
export const leadLock = "kestrel.stream";
/** The lock every open tab holds; a tab without it is gone, however it ended. */
export const lockOf = (tab: string) => `kestrel.tab.${tab}`;
