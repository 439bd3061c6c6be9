import { liveWords } from "@kestrel/session-state";

/** The printed part of a running reply. Holds back possible call markup: it becomes a call's line, or is printed at the end as text. */
export class WithoutMarkup {
  #said = "";
  #printed = 0;
  #place: ReturnType<typeof liveWords>["place"] | undefined;

  /** Adds the reply's next text. Returns the text to print now. */
  spoken(words: string): string {
    this.#said += words;
    const { words: shown, place } = liveWords(this.#said, this.#place);
    this.#place = place;
    const fresh = shown.slice(this.#printed);
    this.#printed = Math.max(this.#printed, shown.length);
    return fresh;
  }

  /** The reply is complete. Returns held-back text that is plain text. `text`: the reply without markup, where it differs. */
  whole(text = this.#said): string {
    const printed = this.#said.slice(0, this.#printed);
    const held = this.#said.slice(this.#printed);
    this.begin();
    if (text.startsWith(printed)) return text.slice(printed.length);
    return held.trim() !== "" && text.includes(held.trim()) ? held : "";
  }

  /** Another reply begins, or this one failed. */
  begin(): void {
    this.#said = "";
    this.#printed = 0;
    this.#place = undefined;
  }
}
