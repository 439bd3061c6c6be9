import { liveWords } from "@kestrel/session-state";

/**
 * What is printed of a reply while it is spoken. What looks like the markup of a call is held back: it becomes a call's own line, or
 * is printed at the end where it was none.
 */
export class WithoutMarkup {
  #said = "";
  #printed = 0;
  #place: ReturnType<typeof liveWords>["place"] | undefined;

  /** The words to print of what was said now. */
  spoken(words: string): string {
    this.#said += words;
    const { words: shown, place } = liveWords(this.#said, this.#place);
    this.#place = place;
    const fresh = shown.slice(this.#printed);
    this.#printed = Math.max(this.#printed, shown.length);
    return fresh;
  }

  /** The reply is whole: what was held back and is words after all. `text`: its words without markup, where those are others. */
  whole(text = this.#said): string {
    const printed = this.#said.slice(0, this.#printed);
    const held = this.#said.slice(this.#printed);
    this.begin();
    if (text.startsWith(printed)) return text.slice(printed.length);
    return held.trim() !== "" && text.includes(held.trim()) ? held : "";
  }

  /** Another reply begins, or this one was lost. */
  begin(): void {
    this.#said = "";
    this.#printed = 0;
    this.#place = undefined;
  }
}
