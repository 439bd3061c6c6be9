import type { CancelSignal } from "../../ports/cancel-signal.ts";
import type { Capability } from "../../ports/capability-source.ts";
import type { Embedder } from "../../ports/crew.ts";

/** A capability as a retriever embeds it. */
export type Card = Pick<Capability, "name" | "signature" | "words">;

/** Similarity of a card to the query: 1 is the same direction, 0 is unrelated. */
export type Nearness = { name: string; likeness: number };

/** UTF-16 units of a card that are embedded, about 250 tokens: the smallest embedding models take 512. */
const longestCard = 1_000;

/** UTF-16 units of a query. */
const longestWords = 600;

/** Vectors kept: 2,000 of 768 numbers are 6 MB, of the largest known model 66. The oldest is dropped. */
const mostKept = 2_000;

/** Sent with each request: while its vector is unchanged, the same model answers. */
const mark = "kestrel";

/** Lower bound for the same model despite rounding; two models' vectors are unrelated. */
const sameModel = 0.95;

/**
 * The retriever's vectors: each card once, by the digest of its text, for the daemon's lifetime. Discarded when the server returns with
 * another model.
 */
export class CardShelf {
  readonly #embedder: Embedder;
  readonly #digest: (text: string) => string;
  readonly #kept = new Map<string, Float32Array>();
  #mark: Float32Array | undefined;

  constructor(embedder: Embedder, digest: (text: string) => string) {
    this.#embedder = embedder;
    this.#digest = digest;
  }

  /** Whether all of them are embedded. */
  has(cards: readonly Card[]): boolean {
    return cards.every((card) => this.#kept.has(this.#digest(textOf(card))));
  }

  /** Embeds the missing ones. Rejects as its server does. */
  async read(cards: readonly Card[], cancel: CancelSignal): Promise<void> {
    const before = this.#mark;
    await this.#readMissing(cards, cancel);
    // The model changed: its vectors were discarded meanwhile.
    if (before && before !== this.#mark) await this.#readMissing(cards, cancel);
  }

  /** The similarity of each card to the query, nearest first; embeds missing cards. Empty when the model changed meanwhile. */
  async nearest(cards: readonly Card[], words: string, cancel: CancelSignal): Promise<Nearness[]> {
    const [asked = []] = await this.#directions([words.slice(0, longestWords)], cancel);
    const askedOf = this.#mark;
    await this.read(cards, cancel);
    if (this.#mark !== askedOf) return [];
    return cards
      .map((card) => ({
        name: card.name,
        likeness: product(asked, this.#kept.get(this.#digest(textOf(card)))),
      }))
      .sort((one, other) => other.likeness - one.likeness);
  }

  async #readMissing(cards: readonly Card[], cancel: CancelSignal): Promise<void> {
    const unread = new Map(cards.map((card) => [this.#digest(textOf(card)), textOf(card)]));
    for (const digest of [...unread.keys()]) if (this.#kept.has(digest)) unread.delete(digest);
    if (unread.size === 0) return;
    const vectors = await this.#directions([...unread.values()], cancel);
    for (const [at, digest] of [...unread.keys()].entries()) {
      const vector = vectors[at];
      if (vector) this.#kept.set(digest, Float32Array.from(vector));
    }
    for (const digest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(digest);
    }
  }

  /** Embeds the texts, and discards all vectors when another model answers. */
  async #directions(texts: readonly string[], cancel: CancelSignal): Promise<readonly (readonly number[])[]> {
    const [first = [], ...vectors] = await this.#embedder.embed([mark, ...texts], cancel);
    if (!this.#mark || product(first, this.#mark) < sameModel) {
      this.#kept.clear();
      this.#mark = Float32Array.from(first);
    }
    return vectors;
  }
}

function textOf({ name, signature, words }: Card): string {
  return `${name}: ${words === "" ? signature : words}`.slice(0, longestCard);
}

function product(one: readonly number[], other: Float32Array | undefined): number {
  if (other?.length !== one.length) return 0;
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
