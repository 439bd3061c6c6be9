import {
  type AgentParts,
  carryOver,
  type Engine,
  type EventLog,
  KestrelError,
  type ModelBackend,
  modelChanged,
  type Opening,
  openSession,
  originName,
  type Session,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import {
  type Frame,
  type JobId,
  type JobOutput,
  type Mode,
  type NewSession,
  type Op,
  type SessionId,
  type SessionSummary,
  stricterMode,
  type TurnId,
} from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import {
  type Exported,
  type ExportWish,
  isFrom,
  type ModelTraits,
  type SearchAnswer,
} from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import type { AheadOfTime } from "../ahead/ahead-of-time.ts";
import type { SessionModel } from "../crew/models-beside.ts";
import { agentOfSession } from "./agent-of-session.ts";
import { beginLog } from "./begin-log.ts";
import { exportLog } from "./export-log.ts";
import { followLiving, noteSession } from "./follow-living.ts";
import { forkSession } from "./fork-session.ts";
import { IdleSessions } from "./idle-sessions.ts";
import type { OpenSessionsParts } from "./open-sessions-parts.ts";
import { resolveWorkspace } from "./resolve-workspace.ts";
import { type OpenSession, summaryOf } from "./session-summary.ts";

export type HelperOpening = Required<Pick<Opening, "workspace" | "parent" | "mode" | "persona" | "tools">>;

/** The open sessions. Each is opened once, at its first use, and every change of its summary is published. */
export class OpenSessions {
  readonly #parts: OpenSessionsParts;
  readonly #ahead: AheadOfTime;
  readonly #open = new Map<SessionId, Promise<OpenSession>>();
  /** Sessions in the middle of a turn. */
  readonly #working = new Set<SessionId>();
  readonly #listeners = new Set<(frame: Frame) => void>();
  readonly #idle: IdleSessions;
  /** Sessions that are leaving memory; they are not opened again before that is done. */
  readonly #leaving = new Map<SessionId, Promise<void>>();
  readonly #looking: NodeJS.Timeout;
  #closing = false;

  constructor(parts: OpenSessionsParts, ahead: AheadOfTime) {
    this.#parts = parts;
    this.#ahead = ahead;
    this.#idle = new IdleSessions(parts.rules.unloadAfterMs);
    const look = () => void this.#unload().catch(passOver("closing idle sessions"));
    this.#looking = setInterval(look, this.#idle.pace).unref();
  }

  /** Opens a new session in a folder; the sample project's when none is named. A channel's has a mode as strict as `from` says, or stricter. */
  async open(
    { workspace, continues, confirm, sampling, systemText, model, ...wish }: NewSession,
    from?: { origin: Origin; mode: Mode },
  ): Promise<SessionSummary> {
    const { archive, rules } = this.#parts;
    const { version, snapshots, describeMachine, newSessionId } = rules;
    const mode = from ? stricterMode(rules.mode, from.mode) : rules.mode;
    const earlier = continues === undefined ? undefined : (await this.get(continues)).session.state();
    const wanted = workspace ?? (earlier?.workspace || (await rules.playground()));
    const folder = await this.workspaceAt(wanted, confirm === true || wanted === earlier?.workspace);
    const sessionId = newSessionId();
    const beside = this.#parts.models.loaded?.of(model ? { accepted: model } : earlier);
    const answers = beside ?? this.#parts.models;
    if (model && !beside && !isFrom(model, answers.engine.status().model?.from))
      throw new KestrelError("model_not_found", "it is not loaded", { id: originName(model) });
    const traits = this.#traitsAfter(earlier, answers);
    const asking = Promise.all([
      traits.then((needs) => describeMachine(folder, listingFor(needs))),
      this.#parts.trust.instructions(folder),
      answers.catalog.reasoning(),
      traits,
      rules.loadouts?.opening(wish.loadout, mode),
    ]);
    const { log, found } = await beginLog(archive, sessionId, asking);
    const [machine, instructions, reasoning, { tools, texts }, composed] = found;
    const opened = this.#begin(sessionId, log, {
      ...{ sessionId, workspace: folder, version, sampling, loadout: composed?.loadout },
      ...{ machine, instructions, reasoning, tools, texts, origin: from?.origin },
      mode: stricterMode(earlier?.mode ?? mode, composed?.mode ?? earlier?.mode ?? mode),
      snapshots: earlier?.snapshots ?? snapshots,
      systemText: systemText ?? earlier?.systemText,
      continues: earlier && continues && { sessionId: continues, summary: carryOver(earlier) },
    });
    const accepted = beside?.engine.from;
    const held = opened.then(async (living) => {
      const op = { type: "accept-model", opId: `${sessionId}-model` } as const;
      if (accepted) await living.session.apply({ ...op, from: accepted }, rules.newTurnId());
      return living;
    });
    return this.#born(sessionId, held);
  }

  /**
   * A session in which a helper answers, by an agent of its own. Its folder, tools and loadout rules never exceed those of
   * the asking session.
   */
  async openHelper(
    wanted: HelperOpening,
    agentFor: (asker: SessionState, backend?: ModelBackend) => AgentParts,
  ): Promise<OpenSession> {
    const { archive, models, rules } = this.#parts;
    const { version, describeMachine, newSessionId } = rules;
    const sessionId = newSessionId();
    const asking = await this.get(wanted.parent.sessionId);
    const beside = models.loaded?.of(asking.session.state());
    const { catalog } = beside ?? models;
    const traits = catalog.traits();
    const asked = Promise.all([
      traits.then((needs) => describeMachine(wanted.workspace, listingFor(needs))),
      catalog.reasoning(),
      traits,
    ]);
    const { log, found } = await beginLog(archive, sessionId, asked);
    const [machine, reasoning, { texts }] = found;
    const { prefix, loadout: under } = asking.session.state();
    const offered = new Set(prefix.tools.map(({ name }) => name));
    const tools = wanted.tools.filter((name) => offered.has(name));
    const opened = this.#begin(
      sessionId,
      log,
      { ...wanted, tools, texts, under, sessionId, version, machine, reasoning },
      agentFor(asking.session.state(), beside?.backend),
    );
    await this.#born(sessionId, opened);
    return opened;
  }

  /** Creates a session with all messages of another, or those before `turn`. `text` is the message of that turn. */
  async fork(id: SessionId, turn: TurnId | undefined): Promise<{ session: SessionSummary; text?: string }> {
    const sessionId = this.#parts.rules.newSessionId();
    const place = { id: sessionId, others: await this.list() };
    const { log, copied, text } = await forkSession(this.#parts.archive, await this.get(id), turn, place);
    const opened = copied.then(() => this.#begin(sessionId, log));
    return { session: await this.#born(sessionId, opened), text };
  }

  /** The real path of a session's folder. Rejects with `workspace_invalid` and `workspace_unconfirmed`. */
  workspaceAt(path: string, confirmed: boolean): Promise<string> {
    return resolveWorkspace(path, this.#parts.rules.workspaces, confirmed);
  }

  /** The living session of that name, opened from its log if need be. Rejects with `session_not_found`. */
  get(id: SessionId): Promise<OpenSession> {
    this.#idle.asked(id, performance.now());
    const known = this.#open.get(id);
    if (known) return known;
    const free = this.#leaving.get(id) ?? Promise.resolve();
    const opened = free.then(() => this.#parts.archive.open(id)).then((log) => this.#begin(id, log));
    this.#keep(id, opened);
    opened
      .then(
        (living) => {
          // Opening may end what a crash left open.
          this.#announce({ type: "session-changed", session: summaryOf(living) });
          this.#ahead.opened(living);
        },
        () => undefined, // expected: the caller gets the error
      )
      .catch(passOver("opening a session", { sessionId: id }));
    return opened;
  }

  /** Applies an op to a session. Rejects as that op does. */
  async apply(id: SessionId, op: Op, origin?: Origin) {
    return (await this.get(id)).session.apply(op, this.#parts.rules.newTurnId(), origin);
  }

  /** Called with the unsent text of a session. */
  async typed(id: SessionId, text: string, whole: boolean): Promise<void> {
    this.#ahead.typed(await this.get(id), text, whole);
  }

  /** A session written down for others to read. Rejects with `timeout` where that takes too long. */
  async export(id: SessionId, wish: ExportWish): Promise<Exported> {
    const { log, session } = await this.get(id);
    return exportLog({ log, state: session.state(), redactor: this.#parts.redactor }, wish);
  }

  /**
   * A session from its export as JSONL. A folder that is here must be one that a session may live in; where there is none, it can
   * be read and continued elsewhere. Rejects with `import_refused` and as `workspaceAt`, and keeps nothing then.
   */
  async import(bytes: AsyncIterable<Uint8Array>): Promise<SessionSummary> {
    const id = await this.#parts.archive.import(bytes, async ({ workspace }) => {
      const expected = (error: unknown) => {
        if (error instanceof KestrelError && error.params.reason === "missing") return;
        throw error;
      };
      await this.workspaceAt(workspace, false).catch(expected);
    });
    const living = await this.get(id);
    noteSession(this.#parts.catalog, living);
    return summaryOf(living);
  }

  /** The newest output of a session's job; undefined for a job that this daemon never ran. */
  readJob(id: SessionId, job: JobId): JobOutput | undefined {
    return this.#parts.agent.jobs?.read(id, job);
  }

  /** How many are in memory. */
  loaded(): number {
    return this.#open.size + this.#leaving.size;
  }

  /** Whether a turn makes progress anywhere: one that waits for an answer does not. */
  working(): boolean {
    return this.#working.size > 0;
  }

  async list(): Promise<readonly SessionSummary[]> {
    return Promise.all((await this.#parts.catalog.list()).map((one) => this.#fresh(one)));
  }

  /** Sessions that contain all of these words. */
  async search(words: string): Promise<SearchAnswer> {
    const answer = await this.#parts.search?.search(words);
    if (!answer) return { found: [], searched: 0, of: 0, indexed: false };
    const known = new Map((await this.list()).map((session) => [session.id, session]));
    const found = answer.found.flatMap(({ id, places }) => {
      const session = known.get(id);
      return session ? [{ session, places }] : [];
    });
    return { ...answer, found };
  }

  /** Puts a session aside; an open turn is ended first. */
  async remove(id: SessionId): Promise<void> {
    await (await this.get(id)).session.close("cancelled");
    try {
      // The closed session stays listed until its log has moved. Otherwise a request could open it again.
      await this.#parts.archive.remove(id);
    } finally {
      this.#open.delete(id);
      this.#idle.forget(id);
    }
    this.#ahead.forget(id);
    await this.#parts.models.forget?.(id).catch(passOver("forgetting a session", { sessionId: id }));
    await this.#parts.catalog.forget(id);
    await this.#parts.search?.forget(id);
    this.#announce({ type: "session-removed", sessionId: id });
    for (const { id: helper, parent } of await this.list())
      if (parent?.sessionId === id) await this.remove(helper);
  }

  /** What can be brought back. */
  readonly removed = () => this.#parts.archive.removed();

  async restore(id: SessionId): Promise<SessionSummary> {
    await this.#parts.archive.restore(id);
    for (const { session } of await this.removed())
      if (session.parent?.sessionId === id) await this.restore(session.id);
    const living = await this.get(id);
    noteSession(this.#parts.catalog, living);
    return summaryOf(living);
  }

  /** News for every client: sessions that are added, changed and removed. */
  watch(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends every turn and closes every log. From now on no session is opened. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#looking);
    await Promise.all(this.#leaving.values());
    const opened = await Promise.allSettled(this.#open.values());
    await Promise.all(
      opened.map((one) => (one.status === "fulfilled" ? one.value.session.close() : undefined)),
    );
    this.#open.clear();
  }

  /** What the model that answers needs. Rejects with `model_changed` where a demonstration would go on with another's session. */
  async #traitsAfter(
    earlier: SessionState | undefined,
    { catalog, engine }: Pick<SessionModel, "catalog"> & { engine: Engine },
  ): Promise<ModelTraits> {
    const traits = await catalog.traits();
    const { label = "", model } = engine.status();
    const changed = earlier && modelChanged(earlier, { ...(model ?? { label }), traits });
    if (changed?.params?.demonstration !== undefined)
      throw new KestrelError(
        changed.code,
        "a demonstration continues no other model's session",
        changed.params,
      );
    return traits;
  }

  async #begin(id: SessionId, log: EventLog, opening?: Opening, own?: AgentParts): Promise<OpenSession> {
    if (this.#closing) {
      await log.close();
      throw new KestrelError("session_busy", "the daemon is closing");
    }
    let session: Session | undefined;
    const agent = own ?? agentOfSession(this.#parts, () => session?.state());
    session = await openSession({ log, opening, agent }).catch(async (error: unknown) => {
      await log.close();
      throw error;
    });
    const living = { id, session, log };
    const { catalog, models, metrics } = this.#parts;
    const [ahead, working] = [this.#ahead, this.#working];
    followLiving(living, {
      catalog,
      models,
      metrics,
      ahead,
      working,
      announce: (frame) => this.#announce(frame),
    });
    return living;
  }

  /** Whether a turn of a session that this engine answers is running. */
  async inTurnOn(engine: Engine): Promise<boolean> {
    const working = await Promise.all([...this.#working].map((id) => this.get(id)));
    return working.some(({ session }) => this.#parts.models.loaded?.of(session.state())?.engine === engine);
  }

  /** Announces a new session once it is open. Abandons its log when opening fails. */
  async #born(id: SessionId, opened: Promise<OpenSession>): Promise<SessionSummary> {
    this.#keep(id, opened);
    opened
      .catch(() => this.#parts.archive.abandon(id)) // expected: it is awaited below
      .catch(passOver("abandoning a log", { sessionId: id }));
    const session = summaryOf(await opened);
    this.#announce({ type: "session-changed", session });
    return session;
  }

  /** A session that failed to open is not kept: the next request tries again. */
  #keep(id: SessionId, opened: Promise<OpenSession>): void {
    this.#idle.asked(id, performance.now());
    this.#open.set(id, opened);
    opened.catch(() => {
      // expected: the caller gets the error
      if (this.#open.get(id) === opened) this.#open.delete(id);
    });
  }

  /** Closes idle sessions. The next request opens them again from their logs. */
  async #unload(): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    const open = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    if (this.#closing) return;
    for (const { id, session } of this.#idle.leaving(open, performance.now())) {
      this.#open.delete(id);
      this.#idle.forget(id);
      const closed = session
        .close()
        .catch(passOver("closing an idle session", { sessionId: id }))
        .finally(() => this.#leaving.delete(id));
      this.#leaving.set(id, closed);
    }
  }

  /** An open session is newer than the index, which may lag behind. */
  async #fresh(listed: SessionSummary): Promise<SessionSummary> {
    const living = await this.#open.get(listed.id)?.catch(() => undefined); // expected: the caller gets the error
    return living ? { ...listed, ...summaryOf(living) } : listed;
  }

  #announce(frame: Frame): void {
    for (const listener of [...this.#listeners]) listener(frame);
  }
}

function listingFor({ guidance }: ModelTraits): "line" | "tree" {
  return guidance?.includes("listing") ? "tree" : "line";
}
