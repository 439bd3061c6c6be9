import { landingCounts, type Session, type SessionCatalog } from "@kestrel/core";
import type { EventType, Frame, SessionId, TurnId } from "@kestrel/protocol";
import type { AheadOfTime } from "../ahead/ahead-of-time.ts";
import type { Metrics } from "../metrics.ts";
import type { ModelsInUse } from "../models-in-use.ts";
import { type OpenSession, summaryOf } from "./session-summary.ts";

/** Events after which the draft in the input field was sent. */
const wordsSent: ReadonlySet<EventType> = new Set(["turn.started", "steering.queued", "words.kept"]);

type Parts = {
  catalog: SessionCatalog;
  models: Pick<ModelsInUse, "catalog" | "loaded">;
  ahead: AheadOfTime;
  /** Sessions in the middle of a turn. */
  working: Set<SessionId>;
  metrics?: Pick<Metrics, "note">;
  announce(frame: Frame): void;
};

/** Keeps the list, the prefill and all watchers up to date with an open session. */
export function followLiving(living: OpenSession, { catalog, models, working, announce, ...parts }: Parts) {
  const { id, session } = living;
  noteSession(catalog, living);
  // A subagent gets no draft: prefill for it would displace its parent's cache.
  const ahead = session.state().parent ? undefined : parts.ahead;
  let last = "";
  session.watch((news) => {
    if (news.kind === "frame") {
      // Its end could not be logged; it is over all the same.
      if (news.frame.type === "turn-halted") working.delete(id);
      return;
    }
    const { openTurn } = session.state();
    if (openTurn && !openTurn.calls?.waiting) working.add(id);
    else working.delete(id);
    const { body } = news.event;
    parts.metrics?.note(body);
    if (wordsSent.has(body.type)) ahead?.began(living);
    if (body.type === "reply.completed") ahead?.noteReply(living, body.usage);
    if (body.type === "turn.ended") {
      noteLanding((models.loaded?.of(session.state()) ?? models).catalog, session, body.turnId);
      ahead?.rested(living);
    }
    const summary = summaryOf(living);
    const { changedAt: _, ...lasting } = summary;
    const now = JSON.stringify(lasting);
    if (now === last) return;
    last = now;
    noteSession(catalog, living);
    announce({ type: "session-changed", session: summary });
  });
}

/** The catalog reads the logs that are damaged itself. */
export function noteSession(catalog: SessionCatalog, { session, log }: OpenSession): void {
  if (!log.damage?.()) catalog.note(session.state());
}

/** Counts the formats of a turn's calls for its model; skips a turn of two models. */
function noteLanding(catalog: ModelsInUse["catalog"], session: Session, turnId: TurnId): void {
  const [count, ...more] = Object.values(landingCounts(session.state(), turnId));
  if (count && more.length === 0) void catalog.noteLanding(count);
}
