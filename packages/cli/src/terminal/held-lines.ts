import { isBetweenSentences, restOfSentence, sentenceTail } from "./sentence-end.ts";

/** Where what is streamed and what waits for it goes. */
export type StreamTarget = { add(words: string): void; endStream(): void };

/** Lines that came in the middle of a sentence that is being streamed: they wait for its end. */
export class HeldLines {
  /** The end of what was streamed since the last line of ours. */
  #said = "";
  #held: string[] = [];

  /** What waits, in its order. */
  get waiting(): readonly string[] {
    return this.#held;
  }

  /** Whether the line has to wait; it is kept then. */
  keep(text: string): boolean {
    if (isBetweenSentences(this.#said)) return false;
    this.#held.push(text);
    return true;
  }

  /** Words that were streamed: whoever waits comes where their sentence ends, and what follows begins a line then. */
  stream(words: string, { add, endStream }: StreamTarget): void {
    const rest = this.#held.length > 0 ? restOfSentence(this.#said, words) : undefined;
    if (rest !== undefined) {
      add(words.slice(0, rest));
      endStream();
    }
    add(rest === undefined ? words : words.slice(rest).replace(/^[ \t]+/, ""));
  }

  /** Words that are shown now. */
  said(words: string): void {
    this.#said = (this.#said + words).slice(-sentenceTail);
  }

  /** What is streamed is over: what waited for it. */
  release(): string[] {
    this.#said = "";
    return this.#held.splice(0);
  }
}
