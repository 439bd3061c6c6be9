import type { EngineStatus } from "@kestrel/protocol/api";

type Listener = (status: EngineStatus) => void;

/** The status of an engine, and who watches it. `always` holds in every state. */
export class ObservableStatus {
  readonly #always: Partial<EngineStatus>;
  readonly #listeners = new Set<Listener>();
  #status: EngineStatus;

  constructor(always: Partial<EngineStatus> = {}) {
    this.#always = always;
    this.#status = { ...always, state: "stopped" };
  }

  readonly current = (): EngineStatus => this.#status;

  /** Replaces the status; what always holds (source, label) is added. */
  show(next: EngineStatus): void {
    this.#status = { ...this.#always, ...next };
    for (const listener of [...this.#listeners]) listener(this.#status);
  }

  /** Calls at once, and on every change until what it returns is called. */
  readonly watch = (listener: Listener): (() => void) => {
    const own: Listener = (status) => listener(status);
    this.#listeners.add(own);
    own(this.#status);
    return () => {
      this.#listeners.delete(own);
    };
  };
}
