import {
  type DaemonStatus,
  type EngineStatus,
  emptySession,
  evolve,
  type Failure,
  type Frame,
  type SessionEvent,
  type SessionId,
  type SessionState,
  type SessionSummary,
} from "@kestrel/protocol";
import type { FollowState } from "@kestrel/server/client";
import { type Live, silence, withEvent, withFrame } from "./live.ts";

/** The session on the screen: its log folded, what is live, and the log itself for the inspector. */
export type OpenSession = {
  id: SessionId;
  state: SessionState;
  live: Live;
  events: readonly SessionEvent[];
  /** The whole log has arrived. */
  caughtUp: boolean;
  failure?: Failure;
};

/** Everything the console knows at one moment. */
export type Board = {
  connection: FollowState;
  status?: DaemonStatus;
  engine?: EngineStatus;
  /** Undefined until the first answer. */
  sessions?: readonly SessionSummary[];
  open?: OpenSession;
  removed?: SessionSummary;
};

export const emptyBoard: Board = { connection: "connecting" };

export function opened(board: Board, id: SessionId | undefined): Board {
  if (id === undefined) return { ...board, open: undefined };
  return { ...board, open: { id, state: emptySession, live: silence, events: [], caughtUp: false } };
}

/** What comes over the stream: an event of the log, or a frame. */
export type News = SessionEvent | Frame;

/** News in the order in which it came. */
export function heard(board: Board, news: readonly News[]): Board {
  let next = board;
  let events: SessionEvent[] = [];
  for (const item of news) {
    if ("seq" in item) {
      events.push(item);
      continue;
    }
    if (events.length > 0) next = grown(next, events);
    events = [];
    next = told(next, item);
  }
  return events.length > 0 ? grown(next, events) : next;
}

/** The log of the open session grew by `added`. */
function grown(board: Board, added: readonly SessionEvent[]): Board {
  const { open } = board;
  if (!open) return board;
  let { state, live } = open;
  const fresh = added.filter((event) => event.seq > open.state.lastSeq);
  for (const event of fresh) {
    state = evolve(state, event);
    live = withEvent(live, event.body);
  }
  return { ...board, open: { ...open, state, live, events: open.events.concat(fresh) } };
}

/** News that is not in the log. */
function told(board: Board, frame: Frame): Board {
  switch (frame.type) {
    case "engine":
      return { ...board, engine: frame.status };
    case "session-changed":
      return { ...board, sessions: withSession(board.sessions ?? [], frame.session) };
    case "session-removed": {
      const sessions = board.sessions?.filter(({ id }) => id !== frame.sessionId);
      return { ...board, sessions };
    }
    case "snapshot":
    case "text":
    case "reasoning":
    case "tool-output":
    case "progress": {
      if (!board.open) return board;
      const caughtUp = board.open.caughtUp || frame.type === "snapshot";
      return { ...board, open: { ...board.open, caughtUp, live: withFrame(board.open.live, frame) } };
    }
    default:
      frame satisfies never;
      return board;
  }
}

/** The list with one line new or changed, latest change first. */
export function withSession(
  sessions: readonly SessionSummary[],
  changed: SessionSummary,
): readonly SessionSummary[] {
  return newestFirst([changed, ...sessions.filter(({ id }) => id !== changed.id)]);
}

export function newestFirst(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  return sessions.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
}
