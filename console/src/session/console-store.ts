import type { Op, SessionId, SessionSummary } from "@kestrel/protocol";
import {
  createDaemonClient,
  type DaemonAddress,
  type DaemonClient,
  followEvents,
} from "@kestrel/server/client";
import {
  applyNews,
  type ConsoleState,
  emptyConsole,
  type News,
  newestFirst,
  withOpenSession,
  withSession,
} from "./console-state.ts";
import { failureOf } from "./failure.ts";

/** At most 20 redraws a second while text streams. */
const flushMs = 50;

/** The one connection of this tab: follows the open session, keeps the state, sends what the person asks. */
export class ConsoleStore {
  readonly client: DaemonClient;
  readonly #address: DaemonAddress;
  readonly #onUnauthorized: () => void;
  readonly #listeners = new Set<() => void>();
  #state: ConsoleState = emptyConsole;
  #news: News[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #following = new AbortController();

  constructor(address: DaemonAddress, onUnauthorized: () => void) {
    this.#address = address;
    this.#onUnauthorized = onUnauthorized;
    this.client = createDaemonClient(address);
  }

  readonly state = (): ConsoleState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows another session, or none; the stream of the former one ends. */
  show(id: SessionId | undefined): void {
    this.#following.abort();
    this.#following = new AbortController();
    this.#news = [];
    this.#set(withOpenSession(this.#state, id));
    void this.#follow(id, this.#following.signal);
  }

  /** Reads what is not on the stream: the list and the daemon's own facts. */
  async refresh(): Promise<void> {
    try {
      const [{ sessions }, status] = await Promise.all([
        this.client.call("listSessions"),
        this.client.call("status"),
      ]);
      this.#set({ ...this.#state, sessions: newestFirst(sessions), status, engine: status.engine });
    } catch (thrown) {
      this.#refused(thrown);
    }
  }

  async send(id: SessionId, op: Op): Promise<void> {
    await this.client.call("sendOp", { params: { id }, body: op });
  }

  async openSession(body: { workspace?: string; continues?: SessionId }): Promise<SessionSummary> {
    const { session } = await this.client.call("openSession", { body });
    this.#set({ ...this.#state, sessions: withSession(this.#state.sessions ?? [], session) });
    return session;
  }

  async removeSession(session: SessionSummary): Promise<void> {
    await this.client.call("removeSession", { params: { id: session.id }, body: {} });
    this.#set({
      ...this.#state,
      removed: session,
      sessions: this.#state.sessions?.filter(({ id }) => id !== session.id),
    });
  }

  async restoreRemoved(): Promise<SessionSummary | undefined> {
    const { removed } = this.#state;
    if (!removed) return undefined;
    const { session } = await this.client.call("restoreSession", { params: { id: removed.id }, body: {} });
    const sessions = withSession(this.#state.sessions ?? [], session);
    this.#set({ ...this.#state, removed: undefined, sessions });
    return session;
  }

  forgetRemoved(): void {
    this.#set({ ...this.#state, removed: undefined });
  }

  async #follow(id: SessionId | undefined, signal: AbortSignal): Promise<void> {
    let wasLost = false;
    try {
      await followEvents({
        ...this.#address,
        session: id,
        signal,
        onEvent: (event) => this.#receive(event, signal),
        onFrame: (frame) => this.#receive(frame, signal),
        onReset: () => {
          this.#news = [];
          this.#set(withOpenSession(this.#state, id));
        },
        onState: (connection) => {
          if (signal.aborted) return;
          this.#set({ ...this.#state, connection });
          if (connection === "open" && wasLost) void this.refresh();
          wasLost = connection === "lost";
        },
      });
    } catch (thrown) {
      if (!signal.aborted) this.#refused(thrown);
    }
  }

  #receive(news: News, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#news.push(news);
    this.#timer ??= setTimeout(() => this.#flush(), flushMs);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const news = this.#news;
    this.#news = [];
    this.#set(applyNews(this.#state, news));
  }

  #refused(thrown: unknown): void {
    const failure = failureOf(thrown);
    const { open } = this.#state;
    if (failure.code === "unauthorized") this.#onUnauthorized();
    else if (open) this.#set({ ...this.#state, open: { ...open, caughtUp: true, failure } });
  }

  #set(state: ConsoleState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
