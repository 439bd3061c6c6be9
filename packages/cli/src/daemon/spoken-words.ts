/** Deduplicates pieces of a reply that may arrive twice (live and from the log) or again after a reconnect. */
export class SpokenWords {
  #reply = "";
  #length = 0;

  /** The reply's text was withdrawn; it begins anew. */
  takeBack(reply: string): void {
    if (reply === this.#reply) this.#length = 0;
  }

  /** The new part of this piece. `offset` counts from the start of that reply. */
  take(reply: string, offset: number, text: string): string {
    if (reply !== this.#reply) {
      this.#reply = reply;
      this.#length = 0;
    }
    // A gap: the log or the next snapshot has the complete text.
    if (offset > this.#length) return "";
    const fresh = text.slice(this.#length - offset);
    this.#length += fresh.length;
    return fresh;
  }
}
