import { channels, thinkingMarks } from "@kestrel/tool-calls/marks";
import { OrphanWatch } from "./orphan-watch.ts";
import { ChannelSplitter } from "./split-channels.ts";
import { piece, type SpokenPiece } from "./spoken-piece.ts";
import { overlap } from "./thinking-marks.ts";

/**
 * Separates thinking from text in a content stream. Opening marks count only at the very start of a reply, or directly after
 * thinking: later ones are text. Text that may still become a mark is held back until that is decided.
 */
export class ThinkingSplitter {
  #place: "start" | "thinking" | "words" = "start";
  #close = "";
  #held = "";
  /** White space before the held text. It is not searched again. */
  #blank = "";
  /** The text after a mark, which may begin with another mark. */
  #afresh: string | undefined;
  /** Whether only white space followed the last mark. */
  #afterMark = false;
  #thought = false;
  #apart = false;
  #channels: ChannelSplitter | undefined;
  #orphan: OrphanWatch | undefined = new OrphanWatch();

  add(delta: string): SpokenPiece[] {
    const pieces = this.#take(delta);
    // A loop, since one delta may hold any number of marks.
    while (this.#afresh !== undefined) {
      const rest = this.#afresh;
      this.#afresh = undefined;
      pieces.push(...this.#take(rest));
    }
    return pieces;
  }

  #take(delta: string): SpokenPiece[] {
    if (this.#channels) return this.#channels.add(delta);
    if (this.#place === "words") return this.#speak(delta);
    if (this.#place === "start" && this.#held === "") {
      const begun = delta.trimStart();
      this.#blank += delta.slice(0, delta.length - begun.length);
      this.#held = begun;
      // An empty beginning may become a mark; it is emitted at once only where no mark is expected any more.
      return begun === "" && !this.#apart ? [] : this.#start();
    }
    this.#held += delta;
    return this.#place === "thinking" ? this.#think() : this.#start();
  }

  /** The server gives the reasoning apart: from here on content is words, unless it is a message of channels. */
  seesReasoningApart(): void {
    this.#apart = true;
    this.#orphan = undefined;
  }

  /** The text held back, at the end of the stream. */
  end(): SpokenPiece[] {
    if (this.#channels) return this.#channels.end();
    const rest = this.#blank + this.#held;
    const isBlank = this.#held === "";
    this.#held = "";
    this.#blank = "";
    if (this.#place === "thinking") return piece("reasoning", rest);
    if (this.#place === "start" && this.#afterMark && isBlank) return [];
    return [...this.#speak(rest), ...(this.#orphan?.end() ?? [])];
  }

  #start(): SpokenPiece[] {
    const begun = this.#held;
    const marks = this.#apart ? [] : thinkingMarks;
    const mark = marks.find(({ open }) => begun.startsWith(open));
    if (mark) {
      this.#place = "thinking";
      this.#close = mark.close;
      this.#thought = false;
      this.#orphan = undefined;
      this.#blank = "";
      this.#held = begun.slice(mark.open.length);
      return this.#think();
    }
    if (channels.opens.some((open) => begun.startsWith(open))) {
      this.#channels = new ChannelSplitter();
      return this.#channels.add(begun);
    }
    const openers = [...marks.map(({ open }) => open), ...channels.opens];
    if (begun !== "" && openers.some((open) => open.startsWith(begun))) return [];
    const words = this.#afterMark ? begun : this.#blank + begun;
    this.#held = "";
    this.#blank = "";
    this.#place = "words";
    return this.#speak(words);
  }

  #think(): SpokenPiece[] {
    if (!this.#thought) {
      if (this.#held === "\n" || this.#held === "") return [];
      this.#held = this.#held.replace(/^\n/, "");
      this.#thought = true;
    }
    const end = this.#held.indexOf(this.#close);
    if (end >= 0) {
      const thought = this.#held.slice(0, end);
      this.#beginAgain(this.#held.slice(end + this.#close.length));
      return piece("reasoning", thought);
    }
    const keep = overlap(this.#held, this.#close);
    const thought = this.#held.slice(0, this.#held.length - keep);
    this.#held = this.#held.slice(this.#held.length - keep);
    return piece("reasoning", thought);
  }

  #speak(words: string): SpokenPiece[] {
    if (!this.#orphan) return piece("text", words);
    const { pieces, answer } = this.#orphan.add(words);
    if (answer === undefined) return pieces;
    this.#orphan = undefined;
    this.#beginAgain(answer);
    return pieces;
  }

  #beginAgain(rest: string): void {
    this.#place = "start";
    this.#afterMark = true;
    this.#held = "";
    this.#afresh = rest;
  }
}
