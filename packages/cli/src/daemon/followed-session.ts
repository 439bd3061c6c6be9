import { passOver } from "@kestrel/diagnostics";
import type { Failure, Frame, OpAnswer, OpBody, OpId, SessionEvent, SessionId } from "@kestrel/protocol";
import { askSession, followEvents } from "@kestrel/server/client";
import { accountAlong, emptySession, evolve, haltedState, type SessionState } from "@kestrel/session-state";
import { outgrowsTail, type SessionTail, stateFromTail } from "@kestrel/session-state/tail";
import { CommandFailure } from "../failure-of.ts";
import type { Connection } from "./join-or-start.ts";
import { SpokenWords } from "./spoken-words.ts";

/** Receives a session's events. Events that were in the log before are not reported. */
export type SessionWatcher = {
  /** The stored log has been read; further events are new. */
  ready?(state: SessionState): unknown;
  event?(event: SessionEvent, state: SessionState): void;
  frame?(frame: Frame): void;
  /** New text of the running reply; each piece is reported once. */
  spoken?(kind: "text" | "reasoning", words: string): void;
  /** The connection to the daemon was lost, or is back. */
  reachable?(yes: boolean): void;
};

/** Broken connections in a row before the daemon counts as gone: about four seconds. */
const mostBreaks = 4;

/** One session in this client: the fold of its log, kept up to date by the daemon's stream. */
export class FollowedSession {
  readonly id: SessionId;
  /** Resolves when the stored log has been read. */
  readonly caughtUp: Promise<void>;
  /** Rejects when following ends without a call of `close`. */
  readonly lost: Promise<never>;
  readonly #connection: Connection;
  readonly #watcher: SessionWatcher;
  readonly #stop = new AbortController();
  readonly #words = { text: new SpokenWords(), reasoning: new SpokenWords() };
  #state: SessionState = emptySession;
  /** Events since a start from the log's tail. */
  #since: SessionEvent[] = [];
  /** Set while a turn is over and its end could not be logged. */
  #halted: Failure | undefined;
  #live = false;
  #told = false;
  #breaks = 0;

  /** `fromEnd`: reads only the tail of a long session at first; see `whole`. */
  constructor(connection: Connection, id: SessionId, watcher: SessionWatcher, fromEnd = false) {
    this.#connection = connection;
    this.#watcher = watcher;
    this.id = id;
    let arrived = () => {};
    // An older build folds events differently.
    const begun = fromEnd && !connection.older ? this.#readTail() : Promise.resolve();
    const following = begun.then(() => this.#follow(() => arrived()));
    const closed = new Promise<never>(() => {});
    this.lost = following.then(() => {
      if (this.#breaks <= mostBreaks) return closed;
      throw new CommandFailure("daemon_unreachable", { url: connection.address.baseUrl });
    });
    this.lost.catch(() => undefined); // expected: the caller gets the error
    this.caughtUp = Promise.race([new Promise<void>((resolve) => (arrived = resolve)), this.lost]);
    this.caughtUp.catch(() => undefined); // expected: the caller gets the error
  }

  #follow(arrived: () => void): Promise<void> {
    return followEvents({
      ...this.#connection.address,
      session: this.id,
      after: this.#state.lastSeq,
      signal: this.#stop.signal,
      onEvent: (event) => this.#event(event),
      onFrame: (frame) => {
        if (frame.type === "snapshot") {
          this.#live = true;
          this.#ready();
          arrived();
        }
        this.#frame(frame);
      },
      onState: (state) => this.#reachable(state === "open" ? true : state === "lost" ? false : undefined),
      onReset: () => {
        this.#state = emptySession;
        this.#live = false;
      },
    });
  }

  async #readTail(): Promise<void> {
    const { client } = this.#connection;
    const { tail } = await client.call("readTail", { params: { id: this.id } });
    if (tail) this.#state = stateFromTail(tail as SessionTail);
  }

  /** The state with the complete timeline; reads the whole log now if only its tail was read. */
  async whole(): Promise<SessionState> {
    if (this.#state.timeline.first > 0) {
      const { events } = await this.#connection.client.call("readLog", { params: { id: this.id } });
      // The log may be ahead of the stream or behind it: each event is applied exactly once.
      const { lastSeq } = this.#state;
      const read = events.filter(({ seq }) => seq <= lastSeq).reduce(evolve, emptySession);
      this.#state = this.#since.filter(({ seq }) => seq > read.lastSeq).reduce(evolve, read);
      this.#since = [];
    }
    return this.state;
  }

  get state(): SessionState {
    return this.#halted ? haltedState(this.#state, this.#halted) : this.#state;
  }

  /** Sends an op to the session. Its events carry `opId`. */
  ask(body: OpBody, opId?: OpId): Promise<OpAnswer> {
    return askSession(this.#connection.client, this.id, body, opId);
  }

  close(): void {
    this.#stop.abort();
  }

  #ready(): void {
    if (this.#told) return;
    this.#told = true;
    this.#watcher.ready?.(this.#state);
  }

  #event(event: SessionEvent): void {
    if (event.seq <= this.#state.lastSeq) return;
    this.#state = evolve(this.#state, event);
    accountAlong(this.#state);
    if (this.#state.timeline.first > 0) this.#since.push(event);
    this.#halted = undefined;
    if (outgrowsTail(this.#state, event)) void this.whole().catch(passOver("reading a session"));
    const { body } = event;
    // Earlier text is complete in the snapshot that follows the log.
    if (this.#live && (body.type === "reply.text" || body.type === "reply.reasoning")) {
      const kind = body.type === "reply.text" ? "text" : "reasoning";
      const insteadOfText = body.type === "reply.reasoning" && body.insteadOfText;
      this.#spoken(kind, `${body.turnId} ${body.step}`, body.offset, body.text, insteadOfText);
    }
    if (this.#live) this.#watcher.event?.(event, this.#state);
  }

  #frame(frame: Frame): void {
    if (frame.type === "text" || frame.type === "reasoning") {
      const insteadOfText = frame.type === "reasoning" && frame.insteadOfText;
      this.#spoken(frame.type, `${frame.turnId} ${frame.step}`, frame.offset, frame.delta, insteadOfText);
    } else if (frame.type === "snapshot" && frame.live.turnId !== undefined) {
      const { turnId, step, text, reasoning } = frame.live;
      this.#spoken("reasoning", `${turnId} ${step}`, 0, reasoning);
      this.#spoken("text", `${turnId} ${step}`, 0, text);
    }
    if (frame.type === "turn-halted") this.#halt(frame.failure);
    if (frame.type === "snapshot" && frame.live.halted) this.#halt(frame.live.halted);
    this.#watcher.frame?.(frame);
  }

  /** The turn is over, but the log cannot record it. Reports its end to the watcher here. */
  #halt(failure: Failure): void {
    const { openTurn, lastSeq, changedAt } = this.#state;
    if (!openTurn || this.#halted) return;
    this.#halted = failure;
    const body = { type: "turn.ended", turnId: openTurn.turnId, reason: "log_unwritable", failure } as const;
    if (this.#live) this.#watcher.event?.({ v: 1, seq: lastSeq, at: changedAt, body }, this.state);
  }

  #spoken(
    kind: "text" | "reasoning",
    reply: string,
    offset: number,
    text: string,
    insteadOfText: boolean | undefined = false,
  ): void {
    const fresh = this.#words[kind].take(reply, offset, text);
    // The log delivers it a second time.
    if (insteadOfText && fresh === text) this.#words.text.takeBack(reply);
    if (fresh !== "" && this.#live) this.#watcher.spoken?.(kind, fresh);
  }

  #reachable(yes: boolean | undefined): void {
    if (yes === undefined || this.#stop.signal.aborted) return;
    this.#breaks = yes ? 0 : this.#breaks + 1;
    if (yes || this.#breaks === 1) this.#watcher.reachable?.(yes);
    if (this.#breaks > mostBreaks) this.#stop.abort();
  }
}
