import { piece, type SpokenPiece } from "./spoken-piece.ts";
import { orphanMarks, overlap } from "./thinking-marks.ts";

const anyMark = new RegExp(orphanMarks.map((mark) => mark.replace(/[[\]]/g, "\\$&")).join("|"), "g");

/** More blanks than that after a mark are no end of a line. */
const longestBlank = 256;

/**
 * Finds the end of a thinking block that began in the prompt: a closing mark at the end of a line, outside code and quotes.
 * The text before it was already emitted as text, so it is replaced by reasoning. Reads each character once.
 */
export class OrphanWatch {
  #said = "";
  #held = "";
  /** Where the words before what is held stand. */
  readonly #surroundings = new Surroundings();

  /** The pieces that are certain; `answer` is what follows the mark, once it was found. */
  add(words: string): { pieces: SpokenPiece[]; answer?: string } {
    this.#held += words;
    let looked = 0;
    for (const found of this.#held.matchAll(anyMark)) {
      const [mark] = found;
      const after = this.#held.slice(found.index + mark.length);
      if (after.length <= longestBlank && /^[ \t]*\r?$/.test(after))
        return { pieces: this.#say(found.index, looked) };
      this.#surroundings.add(this.#held.slice(looked, found.index));
      looked = found.index;
      if (/^[ \t]{0,256}\r?\n/.test(after) && this.#surroundings.standFree) {
        const before = this.#said + this.#held.slice(0, found.index);
        this.#held = "";
        return { pieces: this.#takeBack(before), answer: after };
      }
    }
    return { pieces: this.#say(this.#held.length - longestOverlap(this.#held), looked) };
  }

  /** Nothing follows any more: a mark on a line of its own ends a thinking that had no answer. */
  end(): SpokenPiece[] {
    const rest = this.#held;
    this.#held = "";
    const before = this.#said;
    const alone = orphanMarks.some((mark) => mark === rest.trimEnd()) && before.endsWith("\n");
    return alone && this.#surroundings.standFree ? this.#takeBack(before) : piece("text", rest);
  }

  /** `looked`: how much of it was already scanned for its surroundings. */
  #say(length: number, looked: number): SpokenPiece[] {
    const words = this.#held.slice(0, length);
    this.#surroundings.add(this.#held.slice(looked, length));
    this.#held = this.#held.slice(length);
    this.#said += words;
    return piece("text", words);
  }

  #takeBack(thought: string): SpokenPiece[] {
    if (thought.trim() === "" && this.#said === "") return [];
    return [{ kind: "reasoning", delta: thought, ...(this.#said === "" ? {} : { insteadOfText: true }) }];
  }
}

/** Whether the next text is in a block of code, or in quotes on its own line. */
class Surroundings {
  #inFence = false;
  #quoted = false;
  /** The beginning of the line, as far as it may still open or close a block: blanks and back ticks. */
  #head: string | undefined = "";

  add(words: string): void {
    for (const [at, part] of words.split("\n").entries()) {
      if (at > 0) {
        this.#quoted = false;
        this.#head = "";
      }
      this.#quoted ||= /["'`]/.test(part);
      if (this.#head !== undefined) this.#begin(part);
    }
  }

  get standFree(): boolean {
    return !this.#inFence && !this.#quoted;
  }

  #begin(part: string): void {
    const head = (this.#head || "") + (this.#head ? part : part.trimStart()).slice(0, 3);
    if (head.startsWith("```")) this.#inFence = !this.#inFence;
    this.#head = "```".startsWith(head) && head !== "```" ? head : undefined;
  }
}

function longestOverlap(text: string): number {
  return Math.max(...orphanMarks.map((mark) => overlap(text, mark)));
}
