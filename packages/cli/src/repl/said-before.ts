/**
 * The part of a lost reply that is on the screen. The model gets the same request again and mostly gives the same answer. Identical
 * text is not printed again.
 */
export class SaidBefore {
  /** The text of the lost reply, as long as the new one repeats it. */
  #before = "";
  #said = "";

  /** Returns the part of `words` that is not on the screen yet. */
  spoken(words: string): string {
    const heldBack = this.#before.startsWith(this.#said) && this.#said.length < this.#before.length;
    this.#said += words;
    if (!heldBack) return words;
    if (this.#before.startsWith(this.#said)) return "";
    return this.#said.startsWith(this.#before) ? this.#said.slice(this.#before.length) : this.#said;
  }

  /** The reply was lost. The screen shows the longer of both. */
  lost(): void {
    if (this.#said.length > this.#before.length || !this.#before.startsWith(this.#said))
      this.#before = this.#said;
    this.#said = "";
  }

  /** The reply is complete. Returns the held-back text that still has to be printed. */
  whole(): string {
    const short = this.#said.length < this.#before.length && this.#before.startsWith(this.#said);
    const rest = short ? this.#said : "";
    this.#before = "";
    this.#said = "";
    return rest;
  }
}
