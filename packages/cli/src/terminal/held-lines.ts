import { isBetweenSentences, restOfSentence, sentenceTail } from "./sentence-end.ts";

/** Target of the stream. */
export type StreamTarget = { add(words: string): void; endStream(): void };

/** Lines that arrived within a streamed sentence. They wait for its end. */
export class HeldLines {
  /** The end of the text streamed since the last whole line. */
  #said = "";
  #held: string[] = [];

  /** The waiting lines, in order. */
  get waiting(): readonly string[] {
    return this.#held;
  }

  /** Whether the line has to wait. If so, it is kept here. */
  keep(text: string): boolean {
    if (isBetweenSentences(this.#said)) return false;
    this.#held.push(text);
    return true;
  }

  /** Adds streamed text. Waiting lines are printed where the sentence ends, and the text after them begins a new line. */
  stream(words: string, { add, endStream }: StreamTarget): void {
    const rest = this.#held.length > 0 ? restOfSentence(this.#said, words) : undefined;
    if (rest !== undefined) {
      add(words.slice(0, rest));
      endStream();
    }
    add(rest === undefined ? words : words.slice(rest).replace(/^[ \t]+/, ""));
  }

  /** Records text that is on the screen now. */
  said(words: string): void {
    this.#said = (this.#said + words).slice(-sentenceTail);
  }

  /** The stream is over. Returns the lines that waited for it. */
  release(): string[] {
    this.#said = "";
    return this.#held.splice(0);
  }
}
