import type { ReplyCut } from "@kestrel/protocol";
import { estimateTokens } from "../budget/estimate-tokens.ts";
import { repeatingTail } from "./repeating-tail.ts";

/** A stream is looked at each time so many more UTF-16 units have come. */
const every = 256;

/** Tokens that thinking may still take after the server was told to end it. */
const lastThoughts = 256;

/** Watches one reply while it is spoken; `add` names the reason to cut it, once there is one. */
export class StreamWatch {
  #reasoningTokens: number | undefined;
  readonly #texts = { text: "", reasoning: "" };
  #unseen = 0;

  /** `reasoningTokens`: about so many tokens of thinking are enough; undefined: as many as it likes. */
  constructor(reasoningTokens: number | undefined) {
    this.#reasoningTokens = reasoningTokens;
  }

  add(kind: "text" | "reasoning", delta: string): ReplyCut | undefined {
    if (this.#texts[kind] === "") this.#unseen = 0;
    this.#texts[kind] += delta;
    this.#unseen += delta.length;
    if (this.#unseen < every) return undefined;
    this.#unseen = 0;
    const text = this.#texts[kind];
    if (repeatingTail(text)) return "repetition";
    const budget = this.#reasoningTokens;
    if (kind === "reasoning" && budget !== undefined && estimateTokens(text) > budget) {
      return "reasoning_budget";
    }
    return undefined;
  }

  /** The server was told to end the thinking: a few words more are its due. */
  allowLastThoughts(): void {
    if (this.#reasoningTokens !== undefined) this.#reasoningTokens += lastThoughts;
  }

  takeBackText(): void {
    this.#texts.text = "";
  }

  /** The words without their endless end: it would only teach the model to go on with it. */
  kept(): string {
    const { text } = this.#texts;
    const repeated = repeatingTail(text);
    return repeated ? text.slice(0, repeated.start + repeated.unit.length) : text;
  }
}
