/** Replies of one model before the fastest counts: a single one may have been written while the machine was busy. */
const enough = 5;

/** The fastest reply of the model in use, in tokens a second: what the machine can do, also where it is often busy. */
export class FastestReply {
  #source: string | undefined;
  #latest: number | undefined;
  #fastest = 0;
  #replies = 0;

  /** `speed` is of the latest reply; the same value again is the same reply. */
  note(source: string | undefined, speed: number | undefined): void {
    if (source !== this.#source) {
      this.#source = source;
      this.#latest = undefined;
      this.#fastest = 0;
      this.#replies = 0;
    }
    if (speed === undefined || speed === this.#latest) return;
    this.#latest = speed;
    this.#replies += 1;
    this.#fastest = Math.max(this.#fastest, speed);
  }

  /** Undefined before enough replies of this model. */
  of(source: string | undefined): number | undefined {
    return source === this.#source && this.#replies >= enough ? this.#fastest : undefined;
  }
}
