import type { EngineStatus } from "@kestrel/protocol/api";

type Listener = (status: EngineStatus) => void;

/** An engine's status and its watchers. `always` is part of every status. */
export class ObservableStatus {
  readonly #always: Partial<EngineStatus>;
  readonly #listeners = new Set<Listener>();
  #status: EngineStatus;

  constructor(always: Partial<EngineStatus> = {}) {
    this.#always = always;
    this.#status = { ...always, state: "stopped" };
  }

  readonly current = (): EngineStatus => this.#status;

  /** Replaces the status; adds `always` (source, label). */
  show(next: EngineStatus): void {
    this.#status = { ...this.#always, ...next };
    for (const listener of [...this.#listeners]) listener(this.#status);
  }

  /** Calls at once and on every change, until the returned function is called. */
  readonly watch = (listener: Listener): (() => void) => {
    const own: Listener = (status) => listener(status);
    this.#listeners.add(own);
    own(this.#status);
    return () => {
      this.#listeners.delete(own);
    };
  };
}
