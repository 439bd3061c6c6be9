import { channels } from "@kestrel/tool-calls/marks";
import { piece, type SpokenPiece } from "./spoken-piece.ts";

const token = new RegExp(`<\\|(${channels.tokens.join("|")})\\|>`);
const reasoning = new RegExp(channels.reasoning.replaceAll("|", "\\|").replaceAll(" ", "\\s*"));
/** What may still become such a token. */
const partOfToken = /<(?:\|(?:[a-z]{0,9}\|?)?)?$/;
/** Longer than any token: the end of the text may be the start of one. */
const longestToken = 16;

/**
 * Splits a reply with channels into reasoning (`analysis`) and text (`final`, and `commentary` without a recipient). A message
 * to a tool stays as written, because core parses calls from text.
 */
export class ChannelSplitter {
  #held = "";
  #header: string | undefined;
  #body: "reasoning" | "text" | "call" = "text";

  add(delta: string): SpokenPiece[] {
    this.#held += delta;
    const pieces: SpokenPiece[] = [];
    for (;;) {
      const found = token.exec(this.#held);
      const part = found ? undefined : partOfToken.exec(this.#held.slice(-longestToken));
      const certain = found?.index ?? this.#held.length - (part?.[0].length ?? 0);
      pieces.push(...this.#take(this.#held.slice(0, certain)));
      this.#held = this.#held.slice(certain + (found?.[0].length ?? 0));
      if (!found) return pieces;
      pieces.push(...this.#turn(found[0], found[1] ?? ""));
    }
  }

  /** The held text: text that looked like a token, or a call whose head was never finished. */
  end(): SpokenPiece[] {
    const rest = this.#held;
    const header = this.#header;
    this.#held = "";
    this.#header = undefined;
    if (header === undefined) return piece(this.#body === "reasoning" ? "reasoning" : "text", rest);
    return /to=/.test(header) ? piece("text", header + rest) : [];
  }

  #take(words: string): SpokenPiece[] {
    if (this.#header === undefined) return piece(this.#body === "reasoning" ? "reasoning" : "text", words);
    this.#header += words;
    return [];
  }

  #turn(mark: string, name: string): SpokenPiece[] {
    if (name === "start" || name === "channel" || name === "constrain") {
      this.#header = (this.#header ?? "") + mark;
      return [];
    }
    if (name === "message") {
      const header = (this.#header ?? "") + mark;
      this.#header = undefined;
      this.#body = bodyOf(header);
      return this.#body === "call" ? piece("text", header) : [];
    }
    const closing = this.#body === "call" ? piece("text", mark) : [];
    this.#header = undefined;
    this.#body = "text";
    return closing;
  }
}

function bodyOf(header: string): "reasoning" | "text" | "call" {
  if (/to=/.test(header)) return "call";
  return reasoning.test(header) ? "reasoning" : "text";
}
