/** The first pause, and the one after two minutes of health. Milliseconds. */
const firstMs = 1_000;
const longestMs = 300_000;
const healthyMs = 120_000;

const dayMs = 86_400_000;

/**
 * How long is waited before the next connection: from one second doubling to five minutes, and of that a part between half and all by
 * chance. Begins anew only after two minutes of health: a connection that is refused at once is none.
 */
export class Pauses {
  readonly #budget: number;
  #next = firstMs;
  #upSince: number | undefined;
  #connections: number[] = [];
  #failures = 0;

  /** `budget`: connections within a day; a service that counts them takes the key away beyond a number (Discord: 1,000). */
  constructor(budget = Number.POSITIVE_INFINITY) {
    this.#budget = budget;
  }

  /** A connection is about to be made; false where the day's are used up. */
  begin(now: number): boolean {
    this.#connections = this.#connections.filter((at) => now - at < dayMs);
    if (this.#connections.length >= this.#budget) return false;
    this.#connections.push(now);
    this.#upSince = undefined;
    return true;
  }

  /** How many connections ended in a row, none of them after two minutes of health. */
  get failures(): number {
    return this.#failures;
  }

  up(now: number): void {
    this.#upSince ??= now;
  }

  /** The connection ended: how long to wait. `random` from 0 until below 1. */
  after(now: number, random: number): number {
    if (this.#upSince !== undefined && now - this.#upSince >= healthyMs) {
      this.#next = firstMs;
      this.#failures = 0;
    }
    this.#failures += 1;
    const whole = this.#next;
    this.#next = Math.min(whole * 2, longestMs);
    this.#upSince = undefined;
    return Math.round(whole / 2 + (whole / 2) * random);
  }

  /** A person did something about it. */
  reset(): void {
    this.#next = firstMs;
    this.#failures = 0;
    this.#connections = [];
  }
}
