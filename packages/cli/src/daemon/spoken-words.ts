/** Joins pieces of a reply that may come twice (live and from the log) or again after a broken connection. */
export class SpokenWords {
  #reply = "";
  #length = 0;

  /** What was heard of that reply was taken back; it begins anew. */
  takeBack(reply: string): void {
    if (reply === this.#reply) this.#length = 0;
  }

  /** The part of this piece that was not heard before. `offset` counts from the start of that reply. */
  take(reply: string, offset: number, text: string): string {
    if (reply !== this.#reply) {
      this.#reply = reply;
      this.#length = 0;
    }
    // A gap: the log or the next snapshot brings the whole.
    if (offset > this.#length) return "";
    const fresh = text.slice(this.#length - offset);
    this.#length += fresh.length;
    return fresh;
  }
}
