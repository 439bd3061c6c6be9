import type { CancelSignal } from "@kestrel/core";

/** Schedules the engine: replies first. Prefill runs while no reply does, one at a time, and is cancelled when a reply begins. */
export class EngineSchedule {
  #replies = 0;
  #letGo = new AbortController();
  #reading: Promise<unknown> = Promise.resolve();

  /** Marks the start of a reply; call the returned function at its end. */
  reply(): () => void {
    this.#replies += 1;
    this.#letGo.abort();
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#replies -= 1;
    };
  }

  /** Runs an optional reply like prefill; undefined when a reply is running by then. */
  yielding(cancel: CancelSignal): Promise<{ letGo: CancelSignal; over: () => void } | undefined> {
    return new Promise((begin, fail) => {
      this.ahead(cancel, (letGo) => new Promise<void>((over) => begin({ letGo, over: () => over() }))).then(
        () => begin(undefined),
        fail,
      );
    });
  }

  free(): boolean {
    return this.#replies === 0;
  }

  /** Runs after the current prefill; undefined when a reply is running by then. */
  ahead<Value>(
    cancel: CancelSignal,
    read: (cancel: CancelSignal) => Promise<Value>,
  ): Promise<Value | undefined> {
    const turn = this.#reading.then(async () => {
      if (!this.free() || cancel.aborted) return undefined;
      const letGo = new AbortController();
      const stop = () => letGo.abort();
      this.#letGo = letGo;
      cancel.addEventListener("abort", stop, { once: true });
      try {
        return await read(letGo.signal);
      } finally {
        cancel.removeEventListener("abort", stop);
      }
    });
    this.#reading = turn.catch(() => undefined); // expected: the caller is told
    return turn;
  }
}
