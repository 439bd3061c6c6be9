import type { ReplyCut } from "@kestrel/protocol";
import { estimateShare } from "@kestrel/protocol";
import { repeatingTail } from "./repeating-tail.ts";

/** A stream is looked at each time so many more UTF-16 units have come. */
const every = 256;

/** Tokens that thinking may still take after the server was told to end it. */
const lastThoughts = 256;

/** So much of the end of a text is kept to look at; a loop is seen in less. UTF-16 units. */
const kept = 8_192;

/** Watches one reply while it is spoken; `add` names the reason to cut it, once there is one. Every piece costs the same. */
export class StreamWatch {
  #reasoningTokens: number | undefined;
  readonly #tails = { text: "", reasoning: "" };
  #thoughtTokens = 0;
  #unseen = 0;

  /** `reasoningTokens`: about so many tokens of thinking are enough; undefined: as many as it likes. */
  constructor(reasoningTokens: number | undefined) {
    this.#reasoningTokens = reasoningTokens;
  }

  add(kind: "text" | "reasoning", delta: string): ReplyCut | undefined {
    if (this.#tails[kind] === "") this.#unseen = 0;
    this.#tails[kind] = (this.#tails[kind] + delta).slice(-kept);
    if (kind === "reasoning") this.#thoughtTokens += estimateShare(delta);
    this.#unseen += delta.length;
    if (this.#unseen < every) return undefined;
    this.#unseen = 0;
    if (repeatingTail(this.#tails[kind])) return "repetition";
    const budget = this.#reasoningTokens;
    const beyond = kind === "reasoning" && budget !== undefined && Math.ceil(this.#thoughtTokens) > budget;
    return beyond ? "reasoning_budget" : undefined;
  }

  /** The server was told to end the thinking: a few words more are its due. */
  allowLastThoughts(): void {
    if (this.#reasoningTokens !== undefined) this.#reasoningTokens += lastThoughts;
  }

  takeBackText(): void {
    this.#tails.text = "";
  }
}

/** A text without its endless end: it would only teach the model to go on with it. */
export function withoutEndlessEnd(text: string): string {
  const repeated = repeatingTail(text);
  return repeated ? text.slice(0, repeated.start + repeated.unit.length) : text;
}
