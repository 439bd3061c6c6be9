import type { Progress, ReplyCut } from "@kestrel/protocol";
import { estimateShare } from "@kestrel/text";
import { argumentsLoop, type LoopBounds, repeatingTail, shortLoop, wordsLoop } from "./repeating-tail.ts";

/** UTF-16 units between two checks of a stream. */
const every = 256;

/** Tokens of thinking allowed after the server was told to end it. */
const lastThoughts = 256;

/** How much of the end of a text is kept; a loop is detected in less. UTF-16 units. */
const kept = 8_192;

type Watched = "text" | "reasoning" | "arguments";

/** Watches one streaming reply; `add` returns the reason to cut it, once there is one. Constant cost per piece. */
export class StreamWatch {
  #reasoningTokens: number | undefined;
  readonly #repeatsItself: boolean;
  readonly #tails: Record<Watched, string> = { text: "", reasoning: "", arguments: "" };
  #thoughtTokens = 0;
  #unseen = 0;
  #written = 0;

  /** `reasoningTokens`: estimated limit on thinking; undefined: none. `repeatsItself`: a short repetition already counts as a loop. */
  constructor(reasoningTokens: number | undefined, repeatsItself = false) {
    this.#reasoningTokens = reasoningTokens;
    this.#repeatsItself = repeatsItself;
  }

  add(kind: Watched, delta: string): ReplyCut | undefined {
    if (this.#tails[kind] === "") this.#unseen = 0;
    this.#tails[kind] = (this.#tails[kind] + delta).slice(-kept);
    if (kind === "reasoning") this.#thoughtTokens += estimateShare(delta);
    this.#unseen += delta.length;
    if (this.#unseen < (this.#repeatsItself ? every / 4 : every)) return undefined;
    this.#unseen = 0;
    if (repeatingTail(this.#tails[kind], this.#boundsOf(kind))) return "repetition";
    const budget = this.#reasoningTokens;
    const beyond = kind === "reasoning" && budget !== undefined && Math.ceil(this.#thoughtTokens) > budget;
    return beyond ? "reasoning_budget" : undefined;
  }

  /** The arguments of a call so far; of a large piece only its end is known. */
  addCall({ written, tail }: NonNullable<Progress["call"]>): ReplyCut | undefined {
    if (written < this.#written) {
      this.#tails.arguments = "";
      this.#written = 0;
    }
    const fresh = written - this.#written;
    this.#written = written;
    return fresh === 0 ? undefined : this.add("arguments", tail.slice(-fresh));
  }

  /** The server was told to end the thinking: allows a few more tokens. */
  allowLastThoughts(): void {
    if (this.#reasoningTokens !== undefined) this.#reasoningTokens += lastThoughts;
  }

  takeBackText(): void {
    this.#tails.text = "";
  }

  /** A text without its endless end, which would make the model continue it. */
  withoutEndlessEnd(text: string): string {
    const repeated = repeatingTail(text, this.#boundsOf("text"));
    return repeated ? text.slice(0, repeated.start + repeated.unit.length) : text;
  }

  #boundsOf(kind: Watched): LoopBounds {
    if (this.#repeatsItself) return shortLoop;
    return kind === "arguments" ? argumentsLoop : wordsLoop;
  }
}
