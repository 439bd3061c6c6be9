/**
 * What stands on the screen of a reply that was lost. The model is asked the same again and mostly says the same: those words
 * are not printed a second time.
 */
export class SaidBefore {
  /** The words of the lost reply, as long as the new one has said nothing else. */
  #before = "";
  #said = "";

  /** The words to print of what was said now. */
  spoken(words: string): string {
    const heldBack = this.#before.startsWith(this.#said) && this.#said.length < this.#before.length;
    this.#said += words;
    if (!heldBack) return words;
    if (this.#before.startsWith(this.#said)) return "";
    return this.#said.startsWith(this.#before) ? this.#said.slice(this.#before.length) : this.#said;
  }

  /** The reply was lost; what stands on the screen is the longer of both. */
  lost(): void {
    if (this.#said.length > this.#before.length || !this.#before.startsWith(this.#said))
      this.#before = this.#said;
    this.#said = "";
  }

  /** The reply is whole. What was held back and is not all of the lost one is to be printed yet. */
  whole(): string {
    const short = this.#said.length < this.#before.length && this.#before.startsWith(this.#said);
    const rest = short ? this.#said : "";
    this.#before = "";
    this.#said = "";
    return rest;
  }
}
