import type { ErrorBody, Failure, Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import type { FollowState } from "@kestrel/server/client";

/** Messages between the tabs of one browser on their shared channel. */
export type TabWord =
  /** A tab shows this session, or none, and has its log up to `after`. */
  | { kind: "wants"; tab: string; session?: SessionId; after: number }
  | { kind: "leaves"; tab: string }
  /** Another tab holds the stream now: send `wants` again. */
  | { kind: "leads" }
  | { kind: "state"; state: FollowState }
  /** News about all sessions and the engine. */
  | { kind: "frame"; frame: Frame }
  | { kind: "refused"; failure: Failure };

/** News of one session, on a separate channel: tabs that show another one need not parse it. */
export type TabNews =
  | { kind: "event"; event: SessionEvent }
  /** `at`: the last event sent before it; a tab that has not reached it ignores the frame. */
  | { kind: "frame"; frame: Frame; at: number }
  | { kind: "reset" }
  | { kind: "gone"; error: ErrorBody["error"] };

export const sharedChannel = "kestrel.tabs";
export const channelOf = (session: SessionId) => `kestrel.session.${session}`;
/** The lock of the tab that holds the stream. */
export const leadLock = "kestrel.stream";
/** The lock every open tab holds; a tab without it has closed, for whatever reason. */
export const lockOf = (tab: string) => `kestrel.tab.${tab}`;
