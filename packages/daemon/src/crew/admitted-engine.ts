import { type CancelSignal, type Endpoint, type Engine, KestrelError } from "@kestrel/core";
import type { EngineStatus } from "@kestrel/protocol/api";

export type AdmittedParts = {
  /** Facts available before it is created: its model's source and name. */
  always: Pick<EngineStatus, "source" | "label" | "elsewhere">;
  /** Before each request: rejects with KestrelError where it may not be asked, or not any more. */
  may(): Promise<void>;
  /** Resolves when there is enough memory. Rejects with KestrelError when there never will be, or when `cancel` fires. */
  admit(cancel: CancelSignal): Promise<void>;
  /** The engine itself, not started yet. */
  make(): Promise<Engine>;
};

/** An engine that is created on first use. Before each start it waits for enough memory. */
export class AdmittedEngine implements Engine {
  readonly #parts: AdmittedParts;
  readonly #listeners = new Set<(status: EngineStatus) => void>();
  #status: EngineStatus;
  #engine: Engine | undefined;
  /** A start under way: it is given up when it is no longer waited for. */
  #start: { begun: Promise<Engine>; waiting: number; given: AbortController } | undefined;

  constructor(parts: AdmittedParts) {
    this.#parts = parts;
    this.#status = { ...parts.always, state: "stopped" };
  }

  status(): EngineStatus {
    return this.#status;
  }

  watch(listener: (status: EngineStatus) => void): () => void {
    const own = (status: EngineStatus) => listener(status);
    this.#listeners.add(own);
    own(this.#status);
    return () => {
      this.#listeners.delete(own);
    };
  }

  async ready(cancel: CancelSignal): Promise<Endpoint> {
    await this.#parts.may();
    if (this.#status.state === "stopping") await this.#engine?.stop();
    const { state } = this.#status;
    const runs = state !== "stopped" && state !== "failed";
    const engine = this.#engine && runs ? this.#engine : await this.#begun(cancel);
    return engine.ready(cancel);
  }

  async stop(): Promise<void> {
    await this.#engine?.stop();
  }

  async #begun(cancel: CancelSignal): Promise<Engine> {
    const given = new AbortController();
    const start = this.#start ?? { begun: this.#begin(given.signal), waiting: 0, given };
    this.#start = start;
    start.waiting += 1;
    const leave = () => {
      start.waiting -= 1;
      if (start.waiting === 0) start.given.abort();
    };
    // A signal that fired during the admission check emits no event any more.
    if (cancel.aborted) leave();
    else cancel.addEventListener("abort", leave, { once: true });
    try {
      return await start.begun;
    } finally {
      cancel.removeEventListener("abort", leave);
      if (this.#start === start) this.#start = undefined;
    }
  }

  async #begin(given: CancelSignal): Promise<Engine> {
    try {
      await this.#parts.admit(given);
      this.#engine ??= await this.#made();
      return this.#engine;
    } catch (error) {
      if (given.aborted) throw error;
      const { code, params } =
        error instanceof KestrelError
          ? error
          : new KestrelError("internal", String(error), {}, { cause: error });
      this.#show({ state: "failed", failure: { code, params } });
      throw error;
    }
  }

  async #made(): Promise<Engine> {
    const engine = await this.#parts.make();
    engine.watch((status) => {
      // Before it runs it reports only known facts.
      if (status.state !== "stopped" || this.#status.state !== "stopped") this.#show(status);
    });
    return engine;
  }

  #show(status: EngineStatus): void {
    this.#status = { ...this.#parts.always, ...withoutGaps(status) };
    for (const listener of [...this.#listeners]) listener(this.#status);
  }
}

/** Omits an unknown label instead of setting it to undefined. */
function withoutGaps(status: EngineStatus): EngineStatus {
  return Object.fromEntries(
    Object.entries(status).filter(([, value]) => value !== undefined),
  ) as EngineStatus;
}
