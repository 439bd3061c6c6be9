export type SpokenPiece = { kind: "reasoning" | "text"; delta: string };

/** How models mark their thinking where the server leaves the marks in the text. */
const marks = [
  { open: "<think>", close: "</think>" },
  { open: "<thinking>", close: "</thinking>" },
  { open: "[THINK]", close: "[/THINK]" },
];

/**
 * Tells thinking from words in a content stream. Only marks at the very start of a reply count: later ones are words.
 * What may still become a mark is held back until it is one or not.
 */
export class ThinkingSplitter {
  #place: "start" | "thinking" | "gap" | "words" = "start";
  #close = "";
  #held = "";
  #thought = false;

  add(delta: string): SpokenPiece[] {
    if (this.#place === "words") return piece("text", delta);
    this.#held += delta;
    if (this.#place === "start" && !this.#leaveStart()) return [];
    return this.#place === "thinking" ? this.#think() : this.#speak();
  }

  /** The server gives the reasoning apart: from here on content is words. */
  seesReasoningApart(): void {
    if (this.#place === "start" && this.#held === "") this.#place = "words";
  }

  /** What was held back, once no more will come. */
  end(): SpokenPiece[] {
    const rest = this.#held;
    this.#held = "";
    if (this.#place === "gap") return [];
    return piece(this.#place === "thinking" ? "reasoning" : "text", rest);
  }

  #leaveStart(): boolean {
    const begun = this.#held.trimStart();
    const mark = marks.find(({ open }) => begun.startsWith(open));
    if (mark) {
      this.#place = "thinking";
      this.#close = mark.close;
      this.#held = begun.slice(mark.open.length);
      return true;
    }
    if (marks.some(({ open }) => open.startsWith(begun))) return false;
    this.#place = "words";
    return true;
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
      this.#held = this.#held.slice(end + this.#close.length);
      this.#place = "gap";
      return [...piece("reasoning", thought), ...this.#speak()];
    }
    const keep = overlap(this.#held, this.#close);
    const thought = this.#held.slice(0, this.#held.length - keep);
    this.#held = this.#held.slice(this.#held.length - keep);
    return piece("reasoning", thought);
  }

  #speak(): SpokenPiece[] {
    const words = this.#place === "gap" ? this.#held.trimStart() : this.#held;
    this.#held = "";
    if (words !== "") this.#place = "words";
    return piece("text", words);
  }
}

function piece(kind: SpokenPiece["kind"], delta: string): SpokenPiece[] {
  return delta === "" ? [] : [{ kind, delta }];
}

/** How many characters at the end of `text` are the beginning of `mark`. */
function overlap(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}
