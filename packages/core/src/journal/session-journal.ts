import type { EventBody, SessionEvent } from "@kestrel/protocol";
import { accountAlong, emptySession, evolve, type SessionState } from "@kestrel/session-state";
import { Cancellation } from "../cancel/cancellation.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import { KestrelError } from "../errors.ts";
import type { EventLog } from "../ports/event-log.ts";
import type { Host } from "../ports/host.ts";
import { checkpointPieces, foldedFrom, type OpAnswers } from "./checkpoint.ts";

/** Time limit for a disk to answer, in milliseconds; a sleeping one wakes within 15 s. */
const longestWrite = 30_000;

/**
 * Subscribers: `learn` gets all events, stored ones too, except those before a checkpoint, which `restore` provides; `publish` gets
 * new ones.
 */
type Told = {
  learn(event: SessionEvent): void;
  restore(ops: OpAnswers): void;
  publish(event: SessionEvent): void;
};

/** The only way to record an event: it is written to disk, then folded, and only then published. */
export class SessionJournal {
  #state: SessionState = emptySession;
  #last: Promise<unknown> = Promise.resolve();
  /** A write was abandoned: the state on disk is unknown, so nothing more is written. */
  #lost = false;
  readonly #log: EventLog;
  readonly #host: Host;
  readonly #told: Told;

  constructor(log: EventLog, host: Host, told: Told) {
    this.#log = log;
    this.#host = host;
    this.#told = told;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Folds the stored events without notifying watchers. */
  async load(): Promise<void> {
    const pieces = await this.#log.checkpoint?.load();
    if (pieces) {
      const { state, ops } = foldedFrom(pieces);
      this.#state = state;
      accountAlong(state);
      this.#told.restore(ops);
    }
    for await (const event of this.#log.read(this.#state.lastSeq)) this.#take(event);
  }

  /** Stores the folded state beside the log when it grew by enough. Never rejects. */
  async checkpoint(ops: () => OpAnswers): Promise<void> {
    const state = this.#state;
    await this.#log.checkpoint?.keep(state.lastSeq, () => checkpointPieces({ state, ops: ops() }));
  }

  /**
   * Appends in call order; resolves when the bodies are safe and every watcher was notified. A rejected append (`log_unwritable`)
   * changes nothing, and rejects at most 30 s after its turn.
   */
  append(...bodies: EventBody[]): Promise<void> {
    return this.appendFrom(() => bodies);
  }

  /** The same, with bodies made from the state at their turn: no earlier append can invalidate them. */
  appendFrom(make: (state: SessionState) => readonly EventBody[]): Promise<void> {
    const appended = this.#last.then(async () => {
      const bodies = make(this.#state);
      if (bodies.length === 0) return;
      for (const event of await this.#written(bodies)) {
        this.#take(event);
        this.#told.publish(event);
      }
    });
    this.#last = appended.catch(() => undefined); // expected: the caller gets the error
    return appended;
  }

  /** Resolves when everything appended so far is settled. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Closes the log once all is settled; a log that cannot be closed is dropped. */
  async close(): Promise<void> {
    await this.settled();
    await this.#withinReason(this.#log.close()).catch(passOver(this.#host, "closing a log"));
  }

  #take(event: SessionEvent): void {
    this.#state = evolve(this.#state, event);
    accountAlong(this.#state);
    this.#told.learn(event);
  }

  async #written(bodies: readonly EventBody[]): Promise<readonly SessionEvent[]> {
    if (this.#lost) throw new KestrelError("log_unwritable", "an earlier write never came back");
    const events = await this.#withinReason(this.#log.append(bodies)).catch((cause: unknown) => {
      if (cause instanceof KestrelError) throw cause;
      throw new KestrelError("log_unwritable", "the log could not be written", {}, { cause });
    });
    if (events) return events;
    this.#lost = true;
    throw new KestrelError("log_unwritable", "the disk does not answer");
  }

  async #withinReason<Value>(work: Promise<Value>): Promise<Value | undefined> {
    const settled = new Cancellation();
    const late = this.#host.wait(longestWrite, settled).then(() => undefined);
    try {
      return await Promise.race([work, late]);
    } finally {
      settled.cancel();
    }
  }
}
