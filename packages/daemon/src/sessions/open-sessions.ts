import {
  type AgentParts,
  carryOver,
  type EventLog,
  KestrelError,
  landingCounts,
  openSession,
  type Session,
  type SessionArchive,
  type SessionCatalog,
} from "@kestrel/core";
import type { Frame, Op, Sampling, SessionId, SessionSummary, TurnId } from "@kestrel/protocol";
import type { ModelsInUse } from "../models-in-use.ts";
import { resolveWorkspace } from "./resolve-workspace.ts";
import type { SessionRules } from "./session-rules.ts";
import { type OpenSession, summaryOf } from "./session-summary.ts";

/** What open sessions need: where their logs are, what their turns work with, and what a new one begins with. */
export type OpenSessionsParts = {
  archive: SessionArchive;
  catalog: SessionCatalog;
  agent: AgentParts;
  models: Pick<ModelsInUse, "catalog">;
  rules: SessionRules;
};

export type NewSession = { workspace?: string; continues?: SessionId; confirm?: true; sampling?: Sampling };

/** The open sessions. Each is opened once, when first asked for, and told to everybody when its summary changes. */
export class OpenSessions {
  readonly #parts: OpenSessionsParts;
  readonly #open = new Map<SessionId, Promise<OpenSession>>();
  /** Sessions in the middle of a turn. */
  readonly #working = new Set<SessionId>();
  readonly #listeners = new Set<(frame: Frame) => void>();
  #closing = false;

  constructor(parts: OpenSessionsParts) {
    this.#parts = parts;
  }

  /** Opens a new session in a folder; the sample project's when none is named. */
  async open({ workspace, continues, confirm, sampling }: NewSession): Promise<SessionSummary> {
    const { archive, models, rules } = this.#parts;
    const { mode, version, persona, describeMachine, newSessionId, workspaces } = rules;
    const earlier = continues === undefined ? undefined : (await this.get(continues)).session.state();
    const wanted = workspace ?? (earlier?.workspace || (await rules.playground()));
    const folder = await resolveWorkspace(
      wanted,
      workspaces,
      confirm === true || wanted === earlier?.workspace,
    );
    const machine = await describeMachine(folder);
    const sessionId = newSessionId();
    const log = await archive.create(sessionId);
    const opened = this.#begin(sessionId, log, {
      sessionId,
      workspace: folder,
      mode: earlier?.mode ?? mode,
      machine,
      version,
      persona,
      reasoning: await models.catalog.reasoning(),
      sampling,
      continues: earlier && continues && { sessionId: continues, summary: carryOver(earlier) },
    });
    this.#keep(sessionId, opened);
    // A session that never had its first event is none.
    opened.catch(() => archive.remove(sessionId)).catch(() => undefined);
    const summary = summaryOf(await opened);
    this.#announce({ type: "session-changed", session: summary });
    return summary;
  }

  /** The living session of that name, opened from its log if need be. Rejects with `session_not_found`. */
  get(id: SessionId): Promise<OpenSession> {
    const known = this.#open.get(id);
    if (known) return known;
    const opened = this.#parts.archive.open(id).then((log) => this.#begin(id, log));
    this.#keep(id, opened);
    return opened;
  }

  /** Asks something of a session. Rejects as its op says. */
  async apply(id: SessionId, op: Op) {
    const { session } = await this.get(id);
    return session.apply(op, this.#parts.rules.newTurnId());
  }

  /** Whether a turn gets on anywhere: one that waits for an answer does not. */
  working(): boolean {
    return this.#working.size > 0;
  }

  async list(): Promise<readonly SessionSummary[]> {
    const listed = await this.#parts.catalog.list();
    return Promise.all(listed.map((summary) => this.#fresh(summary)));
  }

  /** Puts a session aside; an open turn is ended first. */
  async remove(id: SessionId): Promise<void> {
    const { session } = await this.get(id);
    await session.close("cancelled");
    try {
      // Until its log is aside the closed session stays known, or whoever asks now would open it again.
      await this.#parts.archive.remove(id);
    } finally {
      this.#open.delete(id);
    }
    await this.#parts.catalog.forget(id);
    this.#announce({ type: "session-removed", sessionId: id });
  }

  async restore(id: SessionId): Promise<SessionSummary> {
    await this.#parts.archive.restore(id);
    const living = await this.get(id);
    this.#note(living);
    const summary = summaryOf(living);
    this.#announce({ type: "session-changed", session: summary });
    return summary;
  }

  /** News that concerns everybody: sessions that come, change and go. */
  watch(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends every turn and closes every log. From now on no session is opened. */
  async close(): Promise<void> {
    this.#closing = true;
    const opened = await Promise.allSettled(this.#open.values());
    await Promise.all(
      opened.map((one) => (one.status === "fulfilled" ? one.value.session.close() : undefined)),
    );
    this.#open.clear();
  }

  /** The catalog reads the logs that are damaged itself. */
  #note({ session, log }: OpenSession): void {
    if (!log.damage?.()) this.#parts.catalog.note(session.state());
  }

  async #begin(
    id: SessionId,
    log: EventLog,
    opening?: Parameters<typeof openSession>[0]["opening"],
  ): Promise<OpenSession> {
    const { agent } = this.#parts;
    if (this.#closing) {
      await log.close();
      throw new KestrelError("session_busy", "the daemon is closing");
    }
    const session = await openSession({ log, opening, agent }).catch(async (error: unknown) => {
      await log.close();
      throw error;
    });
    const living = { id, session, log };
    this.#note(living);
    let last = "";
    session.watch((news) => {
      if (news.kind === "frame") {
        // Its end could not be logged; it is over all the same.
        if (news.frame.type === "turn-halted") this.#working.delete(id);
        return;
      }
      const { openTurn } = session.state();
      if (openTurn && !openTurn.calls?.waiting) this.#working.add(id);
      else this.#working.delete(id);
      if (news.event.body.type === "turn.ended") this.#noteLanding(session, news.event.body.turnId);
      const summary = summaryOf(living);
      const { changedAt: _, ...lasting } = summary;
      const now = JSON.stringify(lasting);
      if (now === last) return;
      last = now;
      this.#note(living);
      this.#announce({ type: "session-changed", session: summary });
    });
    return living;
  }

  /** What the calls of a turn came in as is counted for its model; a turn that two models spoke in counts for neither. */
  #noteLanding(session: Session, turnId: TurnId): void {
    const [count, ...more] = Object.values(landingCounts(session.state(), turnId));
    if (count && more.length === 0) void this.#parts.models.catalog.noteLanding(count);
  }

  /** A session that could not be opened is not known: the next one who asks tries again. */
  #keep(id: SessionId, opened: Promise<OpenSession>): void {
    this.#open.set(id, opened);
    opened.catch(() => {
      if (this.#open.get(id) === opened) this.#open.delete(id);
    });
  }

  /** A living session knows better than the index, which may lag behind. */
  async #fresh(listed: SessionSummary): Promise<SessionSummary> {
    const living = await this.#open.get(listed.id)?.catch(() => undefined);
    return living ? { ...listed, ...summaryOf(living) } : listed;
  }

  #announce(frame: Frame): void {
    for (const listener of [...this.#listeners]) listener(frame);
  }
}

/** A session id from a path; refuses everything that could be more than a name. */
export function noSuchSession(id: string): KestrelError {
  return new KestrelError("session_not_found", "no such session", { sessionId: id.slice(0, 60) });
}
