import type { CancelSignal } from "@kestrel/core";

/**
 * Who has the engine: replies first. What is read ahead of time is read while no reply runs, one thing after the other,
 * and is let go as soon as one begins.
 */
export class EngineSchedule {
  #replies = 0;
  #letGo = new AbortController();
  #reading: Promise<unknown> = Promise.resolve();

  /** A reply begins; call what it returns when it is over. */
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

  /** Words that are not waited for: spoken as what is read ahead is read; undefined where a reply runs by then. */
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

  /** Runs when what is read now is done; undefined when a reply runs by then. */
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
