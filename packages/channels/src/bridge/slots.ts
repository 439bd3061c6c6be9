/** As many turns at once as the engine has slots, whichever channels they are of. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(width: number) {
    this.#free = Math.max(1, width);
  }

  /** How many would go first. */
  ahead(): number {
    return this.#free > 0 ? 0 : this.#waiting.length + 1;
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
