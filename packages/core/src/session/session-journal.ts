import {
  type EventBody,
  emptySession,
  evolve,
  type SessionEvent,
  type SessionState,
} from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import { KestrelError } from "../errors.ts";
import type { EventLog } from "../ports/event-log.ts";
import type { Host } from "../ports/host.ts";

/** A disk that has not answered after so many milliseconds is not waited for; a sleeping one wakes within 15 s. */
const longestWrite = 30_000;

/** The only way a fact leaves a session: it is on disk, then it means something, and only then may anyone see it. */
export class SessionJournal {
  #state: SessionState = emptySession;
  #last: Promise<unknown> = Promise.resolve();
  /** A write was given up on: what is on disk is not known any more, so nothing is written behind it. */
  #lost = false;
  readonly #log: EventLog;
  readonly #host: Host;
  readonly #publish: (event: SessionEvent) => void;

  constructor(log: EventLog, host: Host, publish: (event: SessionEvent) => void) {
    this.#log = log;
    this.#host = host;
    this.#publish = publish;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Folds what is already stored, telling nobody. */
  async load(): Promise<void> {
    for await (const event of this.#log.read()) this.#state = evolve(this.#state, event);
  }

  /**
   * Appends in call order; resolves when the bodies are safe and every watcher was told. A rejected append (`log_unwritable`)
   * changes nothing, and comes at the latest 30 s after its turn: nobody waits for ever.
   */
  append(...bodies: EventBody[]): Promise<void> {
    const appended = this.#last.then(async () => {
      for (const event of await this.#written(bodies)) {
        this.#state = evolve(this.#state, event);
        this.#publish(event);
      }
    });
    this.#last = appended.catch(() => undefined);
    return appended;
  }

  /** Resolves when everything appended so far is settled. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Closes the log when all is settled; a log that cannot be closed is let go. */
  async close(): Promise<void> {
    await this.settled();
    await this.#withinReason(this.#log.close()).catch(() => undefined);
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
