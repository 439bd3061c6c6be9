/** At most so many within a minute, by a window that slides. */
export class Rate {
  readonly #most: number;
  #times: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts one; the milliseconds until there is room where there is none. */
  take(now: number): { ok: true } | { ok: false; afterMs: number } {
    this.#times = this.#times.filter((at) => now - at < 60_000);
    const [oldest = now] = this.#times;
    if (this.#times.length >= this.#most) return { ok: false, afterMs: 60_000 - (now - oldest) };
    this.#times.push(now);
    return { ok: true };
  }
}
