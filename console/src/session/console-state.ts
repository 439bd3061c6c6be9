import type { Failure, Frame, SessionEvent, SessionId, SessionSummary } from "@kestrel/protocol";
import type { DaemonStatus, EngineStatus } from "@kestrel/protocol/api";
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
 * The session on the screen: its log folded, what is live, and the log itself for the inspector. Of a long one the end is here at
 * first; then `events` are those that came since.
 */
export type ShownSession = {
  id: SessionId;
  state: SessionState;
  live: Live;
  events: readonly SessionEvent[];
  /** The whole log has arrived. */
  caughtUp: boolean;
  failure?: Failure;
};

/** Everything the console knows at one moment. */
export type ConsoleState = {
  connection: FollowState;
  status?: DaemonStatus;
  engine?: EngineStatus;
  /** Undefined until the first answer. */
  sessions?: readonly SessionSummary[];
  open?: ShownSession;
  /** Deleted here and not yet out of reach, the newest last. */
  removed: readonly SessionSummary[];
};

export const emptyConsole: ConsoleState = { connection: "connecting", removed: [] };

export function withOpenSession(known: ConsoleState, id: SessionId | undefined): ConsoleState {
  if (id === undefined) return { ...known, open: undefined };
  return { ...known, open: { id, state: emptySession, live: nothingLive, events: [], caughtUp: false } };
}

/** Whether everything of it is here. */
export function isWhole({ state, events }: ShownSession): boolean {
  return state.timeline.first === 0 && (state.lastSeq === 0 || events[0]?.seq === 1);
}

/** Another fold of the open session, brought up to what came meanwhile. */
export function withFold(known: ConsoleState, fold: Pick<ShownSession, "state" | "events">): ConsoleState {
  const { open } = known;
  if (!open) return known;
  const since = open.events.filter(({ seq }) => seq > fold.state.lastSeq);
  return applyEvents({ ...known, open: { ...open, ...fold } }, since);
}

/** What comes over the stream: an event of the log, or a frame. */
export type News = SessionEvent | Frame;

type SharedFrame = Extract<Frame, { type: "engine" | "session-changed" | "session-removed" }>;

/** News that is not of the session on the screen alone, and holds whichever is shown. */
export function concernsAll(news: News): news is SharedFrame {
  if ("seq" in news) return false;
  const { type } = news;
  return type === "engine" || type === "session-changed" || type === "session-removed";
}

/** News in the order in which it came. */
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

/** The log of the open session grew by `added`. */
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

/** News that is not in the log. */
function applyFrame(known: ConsoleState, frame: Frame): ConsoleState {
  if (!concernsAll(frame)) {
    if (!known.open) return known;
    const caughtUp = known.open.caughtUp || frame.type === "snapshot";
    return { ...known, open: { ...known.open, caughtUp, live: withLiveFrame(known.open.live, frame) } };
  }
  switch (frame.type) {
    case "engine":
      return { ...known, engine: frame.status };
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
