import {
  type EventBody,
  emptySession,
  evolve,
  type SessionEvent,
  type SessionState,
} from "@kestrel/protocol";
import type { EventLog } from "../ports/event-log.ts";

/** The only way a fact leaves a session: it is on disk, then it means something, and only then may anyone see it. */
export class Record {
  #state: SessionState = emptySession;
  #last: Promise<unknown> = Promise.resolve();
  readonly #log: EventLog;
  readonly #publish: (event: SessionEvent) => void;

  constructor(log: EventLog, publish: (event: SessionEvent) => void) {
    this.#log = log;
    this.#publish = publish;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Folds what is already stored, telling nobody. */
  async load(): Promise<void> {
    for await (const event of this.#log.read()) this.#state = evolve(this.#state, event);
  }

  /** Appends in call order; resolves when the bodies are safe and every watcher was told. A rejected append changes nothing. */
  append(...bodies: EventBody[]): Promise<void> {
    const appended = this.#last.then(async () => {
      for (const event of await this.#log.append(bodies)) {
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
}
