import type { Failure, Frame, SessionEvent, SessionId, SessionSummary } from "@kestrel/protocol";
import { type DaemonStatus, type EngineStatus, findHeld, type ListedEngine } from "@kestrel/protocol/api";
import type { FollowState } from "@kestrel/server/client";
import {
  accountAlong,
  emptySession,
  evolve,
  type Live,
  nothingLive,
  type SessionState,
  withLiveEvent,
  withLiveFrame,
} from "@kestrel/session-state";

/**
 * The session on the screen: its folded state, its live part, and its log for the inspector. For a long session the tail is loaded first;
 * then `events` are those received since.
 */
export type ShownSession = {
  id: SessionId;
  state: SessionState;
  live: Live;
  events: readonly SessionEvent[];
  /** The whole log has been received. */
  caughtUp: boolean;
  failure?: Failure;
};

/** The console's complete state. */
export type ConsoleState = {
  connection: FollowState;
  status?: DaemonStatus;
  engine?: EngineStatus;
  /** The models that the user loaded beside the main one. */
  beside?: readonly ListedEngine[] | undefined;
  /** Undefined until the first response. */
  sessions?: readonly SessionSummary[];
  open?: ShownSession;
  /** Sessions deleted here that can still be restored, newest last. */
  removed: readonly SessionSummary[];
};

/** The engine that answers a session: the main one, or one beside it. */
export function engineOfSession(
  { engine, beside = [] }: Pick<ConsoleState, "engine" | "beside">,
  session: Pick<SessionState, "accepted" | "model"> | undefined,
): EngineStatus | undefined {
  return (session && findHeld(session, beside)?.status) ?? engine;
}

export const emptyConsole: ConsoleState = { connection: "connecting", removed: [] };

export function withOpenSession(known: ConsoleState, id: SessionId | undefined): ConsoleState {
  if (id === undefined) return { ...known, open: undefined };
  return { ...known, open: { id, state: emptySession, live: nothingLive, events: [], caughtUp: false } };
}

/** Whether the complete log is loaded. */
export function isWhole({ state, events }: ShownSession): boolean {
  return state.timeline.first === 0 && (state.lastSeq === 0 || events[0]?.seq === 1);
}

/** Replaces the open session's fold and applies the events received meanwhile. */
export function withFold(known: ConsoleState, fold: Pick<ShownSession, "state" | "events">): ConsoleState {
  const { open } = known;
  if (!open) return known;
  const since = open.events.filter(({ seq }) => seq > fold.state.lastSeq);
  return applyEvents({ ...known, open: { ...open, ...fold } }, since);
}

/** An item of the stream: an event of the log, or a frame. */
export type News = SessionEvent | Frame;

type SharedFrame = Extract<Frame, { type: "engine" | "session-changed" | "session-removed" }>;

/** Whether the news applies whichever session is on the screen. */
export function concernsAll(news: News): news is SharedFrame {
  if ("seq" in news) return false;
  const { type } = news;
  return type === "engine" || type === "session-changed" || type === "session-removed";
}

/** Applies news in the order received. */
export function applyNews(known: ConsoleState, news: readonly News[]): ConsoleState {
  let next = known;
  let events: SessionEvent[] = [];
  for (const item of news) {
    if ("seq" in item) {
      events.push(item);
      continue;
    }
    if (events.length > 0) next = applyEvents(next, events);
    events = [];
    next = applyFrame(next, item);
  }
  return events.length > 0 ? applyEvents(next, events) : next;
}

/** Appends `added` to the log of the open session. */
function applyEvents(known: ConsoleState, added: readonly SessionEvent[]): ConsoleState {
  const { open } = known;
  if (!open) return known;
  let { state, live } = open;
  const fresh = added.filter((event) => event.seq > open.state.lastSeq);
  for (const event of fresh) {
    state = evolve(state, event);
    accountAlong(state);
    live = withLiveEvent(live, event.body);
  }
  return { ...known, open: { ...open, state, live, events: open.events.concat(fresh) } };
}

/** Applies news that is not in the log. */
function applyFrame(known: ConsoleState, frame: Frame): ConsoleState {
  if (!concernsAll(frame)) {
    if (!known.open) return known;
    const caughtUp = known.open.caughtUp || frame.type === "snapshot";
    return { ...known, open: { ...known.open, caughtUp, live: withLiveFrame(known.open.live, frame) } };
  }
  switch (frame.type) {
    case "engine":
      return { ...known, engine: frame.status, beside: frame.beside };
    case "session-changed":
      return { ...known, sessions: withSession(known.sessions ?? [], frame.session) };
    case "session-removed": {
      const sessions = known.sessions?.filter(({ id }) => id !== frame.sessionId);
      return { ...known, sessions };
    }
    default:
      frame satisfies never;
      return known;
  }
}

/** The list with one session added or replaced, latest change first. */
export function withSession(
  sessions: readonly SessionSummary[],
  changed: SessionSummary,
): readonly SessionSummary[] {
  return newestFirst([changed, ...sessions.filter(({ id }) => id !== changed.id)]);
}

export function newestFirst(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  return sessions.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
}
