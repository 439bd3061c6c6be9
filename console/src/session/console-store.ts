import type { Failure, NewSession, OpBody, SessionId, SessionSummary, TurnId } from "@kestrel/protocol";
import {
  askSession,
  createDaemonClient,
  type DaemonAddress,
  type DaemonClient,
} from "@kestrel/server/client";
import { accountAlong, emptySession, evolve, type SessionState } from "@kestrel/session-state";
import {
  type EarlierEntries,
  outgrowsTail,
  type SessionTail,
  stateFromTail,
  withEarlier,
  withKnownEntries,
} from "@kestrel/session-state/tail";
import { keepProgramCommand } from "../program/program-command.ts";
import {
  applyNews,
  type ConsoleState,
  concernsAll,
  emptyConsole,
  isWhole,
  type News,
  newestFirst,
  type ShownSession,
  withFold,
  withOpenSession,
  withSession,
} from "./console-state.ts";
import { failureOf, passOver } from "./failure.ts";
import { TabStream } from "./tab-stream.ts";

/** At most 20 redraws a second while text streams. */
const flushMs = 50;
/** A long log is folded in chunks, so that the page stays responsive. */
const mostAtOnce = 1_000;

/** The parameters of a new session. */
type Beginning = Omit<NewSession, "confirm">;

/** The state of this tab: follows the open session and sends the user's requests. */
export class ConsoleStore {
  readonly client: DaemonClient;
  readonly #address: DaemonAddress;
  readonly #stream: TabStream;
  readonly #onUnauthorized: () => void;
  readonly #listeners = new Set<() => void>();
  /** The last session created in this tab: its message field takes the focus. */
  begun: SessionId | undefined;
  /** Folders larger than a project that the user confirmed. */
  readonly #meant = new Set<string>();
  #state: ConsoleState = emptyConsole;
  #news: News[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | undefined;
  /** The load of the whole log, pending or done. */
  #whole: Promise<void> | undefined;
  /** News received while the session list is being fetched: that list may be older. Undefined when no fetch is running. */
  #toldMeanwhile: News[] | undefined;

  constructor(address: DaemonAddress, onUnauthorized: () => void) {
    this.#address = address;
    this.#onUnauthorized = onUnauthorized;
    this.client = createDaemonClient(address);
    this.#stream = new TabStream(address, {
      onEvent: (event) => this.#receive(event),
      onFrame: (frame) => this.#receive(frame),
      onReset: () => {
        this.#news = this.#news.filter(concernsAll);
        this.#set(withOpenSession(this.#state, this.#state.open?.id));
      },
      onState: (connection) => {
        if (connection === this.#state.connection) return;
        this.#set({ ...this.#state, connection });
        // The stream does not repeat changes from before it opened, so the list is fetched again.
        if (connection === "open") void this.refresh();
      },
      onRefused: (failure) => this.#refused(failure),
    });
  }

  /** A second store for the same daemon, for a second session on the page. It shares the stream, as another tab does. */
  another(): ConsoleStore {
    return new ConsoleStore(this.#address, this.#onUnauthorized);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stream.end();
  }

  readonly state = (): ConsoleState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows another session, or none. */
  show(id: SessionId | undefined): void {
    this.#news = this.#news.filter(concernsAll);
    this.#set(withOpenSession(this.#state, id));
    this.#whole = undefined;
    this.#stream.show(undefined);
    if (id !== undefined) void this.#begin(id);
  }

  /** Loads the end of a long session first. If that fails, the stream reports why. */
  async #begin(id: SessionId): Promise<void> {
    const shown = this.#state.open;
    const tail = await this.#readTail(id).catch(passOver);
    if (this.#state.open !== shown) return;
    if (tail) this.#set(withFold(this.#state, { state: tail, events: [] }));
    this.#stream.show(id, tail?.lastSeq);
  }

  async #readTail(id: SessionId): Promise<SessionState | undefined> {
    const { tail } = await this.client.call("readTail", { params: { id } });
    return tail && stateFromTail(tail as SessionTail);
  }

  /** Loads the page of entries before those that are loaded. */
  async readEarlier(): Promise<void> {
    const { open } = this.#state;
    if (!open || open.state.timeline.first === 0) return;
    const { first: before } = open.state.timeline;
    const answer = await this.client.call("readEarlier", { params: { id: open.id }, body: { before } });
    const now = this.#state.open;
    if (now?.id !== open.id) return;
    this.#set({ ...this.#state, open: { ...now, state: withEarlier(now.state, answer as EarlierEntries) } });
  }

  /** Loads the complete log of the open session, for features that need all its events. */
  readWhole(): Promise<void> {
    this.#whole ??= this.#foldWhole().catch((thrown: unknown) => {
      this.#whole = undefined;
      throw thrown;
    });
    return this.#whole;
  }

  async #foldWhole(): Promise<void> {
    const { open } = this.#state;
    if (!open || isWhole(open)) return;
    const { events } = await this.client.call("readLog", { params: { id: open.id } });
    let state = emptySession;
    for (let from = 0; from < events.length; from += mostAtOnce) {
      for (const event of events.slice(from, from + mostAtOnce)) {
        state = evolve(state, event);
        accountAlong(state);
      }
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (this.#state.open?.id === open.id) this.#set(withFold(this.#state, { state, events }));
  }

  /** Reloads the tail after an event that changes entries not loaded here. */
  async #renewTail(known: ShownSession): Promise<void> {
    const tail = await this.#readTail(known.id).catch(passOver);
    const { open } = this.#state;
    if (!tail || !open || open.id !== known.id || isWhole(open)) return;
    this.#set(withFold(this.#state, { state: withKnownEntries(tail, open.state), events: open.events }));
  }

  /** Fetches what is not on the stream: the session list and the daemon's status. */
  refresh(): Promise<void> {
    // A response in flight may be older than the reason for this refresh, so the next request waits for it.
    this.#nextReading ??= this.#reading.then(() => {
      this.#nextReading = undefined;
      this.#reading = this.#read();
      return this.#reading;
    });
    return this.#nextReading;
  }

  async #read(): Promise<void> {
    const told: News[] = [];
    this.#toldMeanwhile = told;
    try {
      const [{ sessions }, status] = await Promise.all([
        this.client.call("listSessions"),
        this.client.call("status"),
      ]);
      keepProgramCommand(status.command);
      const read = { ...this.#state, sessions: newestFirst(sessions), status, engine: status.engine };
      this.#set(applyNews(read, told));
    } catch (thrown) {
      this.#refused(failureOf(thrown));
    } finally {
      this.#toldMeanwhile = undefined;
    }
  }

  async send(id: SessionId, op: OpBody): Promise<void> {
    await askSession(this.client, id, op);
  }

  /** Resolves to the real path of a workspace. `confirm`: the user confirmed a folder larger than a project. */
  async checkWorkspace(path: string, confirm?: true): Promise<string> {
    const { workspace } = await this.client.call("checkWorkspace", { body: { workspace: path, confirm } });
    if (confirm) this.#meant.add(workspace);
    return workspace;
  }

  /** Creates a session with its first message; deletes it again when that message is refused. */
  async beginSession(beginning: Beginning, ops: readonly OpBody[]): Promise<SessionId> {
    const { workspace } = beginning;
    const confirm = workspace !== undefined && this.#meant.has(workspace) ? true : undefined;
    const { session } = await this.client.call("openSession", {
      body: { ...beginning, confirm },
    });
    try {
      for (const op of ops) await this.send(session.id, op);
    } catch (thrown) {
      await this.client.call("removeSession", { params: { id: session.id }, body: {} }).catch(passOver);
      throw thrown;
    }
    this.begun = session.id;
    // Its folder is now a recent one.
    void this.refresh();
    return session.id;
  }

  /** Creates a session with all messages of another, or those before `turn`. `text` is the message of that turn. */
  async forkSession(id: SessionId, turn?: TurnId): Promise<{ id: SessionId; text?: string }> {
    const { session, text } = await this.client.call("forkSession", { params: { id }, body: { turn } });
    this.begun = session.id;
    void this.refresh();
    return { id: session.id, text };
  }

  async removeSession(session: SessionSummary): Promise<void> {
    await this.client.call("removeSession", { params: { id: session.id }, body: {} });
    this.#set({
      ...this.#state,
      removed: [...this.#state.removed, session],
      sessions: this.#state.sessions?.filter(({ id }) => id !== session.id),
    });
  }

  async restoreSession(removed: SessionSummary): Promise<SessionSummary> {
    const { session } = await this.client.call("restoreSession", { params: { id: removed.id }, body: {} });
    this.forgetRemoved(removed.id);
    this.#set({ ...this.#state, sessions: withSession(this.#state.sessions ?? [], session) });
    return session;
  }

  async importSession(file: Blob): Promise<SessionSummary> {
    const upload = { type: "application/x-ndjson", bytes: file };
    const { session } = await this.client.call("importSession", { upload });
    this.#set({ ...this.#state, sessions: withSession(this.#state.sessions ?? [], session) });
    return session;
  }

  forgetRemoved(id: SessionId): void {
    this.#set({ ...this.#state, removed: this.#state.removed.filter((one) => one.id !== id) });
  }

  #receive(news: News): void {
    this.#news.push(news);
    this.#timer ??= setTimeout(() => this.#flush(), flushMs);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const news = this.#news.splice(0, mostAtOnce);
    this.#toldMeanwhile?.push(...news.filter(concernsAll));
    if (this.#news.length > 0) this.#timer = setTimeout(() => this.#flush(), 0);
    this.#set(applyNews(this.#state, news));
    const { open } = this.#state;
    if (open && news.some((one) => "seq" in one && outgrowsTail(open.state, one))) void this.#renewTail(open);
  }

  #refused(failure: Failure): void {
    const { open } = this.#state;
    if (failure.code === "unauthorized") {
      this.#stream.end();
      this.#onUnauthorized();
    } else if (open) this.#set({ ...this.#state, open: { ...open, caughtUp: true, failure } });
  }

  #set(state: ConsoleState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
