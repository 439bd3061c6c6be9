import { piece, type SpokenPiece } from "./spoken-piece.ts";
import { orphanMarks, overlap } from "./thinking-marks.ts";

/**
 * Looks for the end of a thinking whose beginning stood in the prompt: a closing mark at the end of a line, outside code and
 * quotes. What was said until then is taken back and given as reasoning.
 */
export class OrphanWatch {
  #said = "";
  #held = "";

  /** The pieces that are certain; `answer` is what follows the mark, once it was found. */
  add(words: string): { pieces: SpokenPiece[]; answer?: string } {
    this.#held += words;
    for (let from = 0; ; ) {
      const found = firstMark(this.#held, from);
      if (!found) return { pieces: this.#say(this.#held.length - longestOverlap(this.#held)) };
      const after = this.#held.slice(found.at + found.mark.length);
      if (/^[ \t]*\r?$/.test(after)) return { pieces: this.#say(found.at) };
      const before = this.#said + this.#held.slice(0, found.at);
      if (/^[ \t]*\r?\n/.test(after) && standsFree(before)) {
        this.#held = "";
        return { pieces: this.#takeBack(before), answer: after };
      }
      from = found.at + found.mark.length;
    }
  }

  /** Nothing follows any more: a mark on a line of its own ends a thinking that had no answer. */
  end(): SpokenPiece[] {
    const rest = this.#held;
    this.#held = "";
    const before = this.#said;
    const closes =
      orphanMarks.some((mark) => mark === rest.trimEnd()) && before.endsWith("\n") && standsFree(before);
    return closes ? this.#takeBack(before) : piece("text", rest);
  }

  #say(length: number): SpokenPiece[] {
    const words = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    this.#said += words;
    return piece("text", words);
  }

  #takeBack(thought: string): SpokenPiece[] {
    if (thought.trim() === "" && this.#said === "") return [];
    return [{ kind: "reasoning", delta: thought, ...(this.#said === "" ? {} : { insteadOfText: true }) }];
  }
}

function firstMark(text: string, from: number): { at: number; mark: string } | undefined {
  const found = orphanMarks.map((mark) => ({ at: text.indexOf(mark, from), mark }));
  return found.filter(({ at }) => at >= 0).sort((left, right) => left.at - right.at)[0];
}

function longestOverlap(text: string): number {
  return Math.max(...orphanMarks.map((mark) => overlap(text, mark)));
}

/** Not in a block of code, and not in quotes on its own line. */
function standsFree(before: string): boolean {
  const fences = before.match(/^\s*```/gm)?.length ?? 0;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return fences % 2 === 0 && !/["'`]/.test(line);
}
