/** Calls `whenSilent` once when no data arrived within the limit. Time spent on our own side does not count. */
export class SilenceWatch {
  readonly #whenSilent: () => void;
  #limit: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(limit: number, whenSilent: () => void) {
    this.#limit = limit;
    this.#whenSilent = whenSilent;
    this.listen();
  }

  /** From now on the other side has `limit` milliseconds for its next byte. */
  listen(limit = this.#limit): void {
    this.#limit = limit;
    this.rest();
    this.#timer = setTimeout(this.#whenSilent, limit);
  }

  /** Nothing is expected until `listen`. */
  rest(): void {
    clearTimeout(this.#timer);
  }
}
