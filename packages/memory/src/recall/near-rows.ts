import { clearlyNearest, type Embedder } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { MemoryRow } from "@kestrel/protocol/api";
import type { VectorTable } from "../memory-backend.ts";

/** The user's embedder; `model`: the key of its vectors. */
export type NearParts = {
  embedder: Embedder;
  model: string;
  digest(text: string): string;
  now(): number;
};

/** How long a message waits for a vector, of 500 for all of memory, and the pause after a failure. Milliseconds. */
const patienceMs = 300;
const restMs = 60_000;
/** Texts embedded at once, and their time limit in milliseconds: after a message, and a small machine takes seconds for each. */
const readAtOnce = 8;
const readMs = 60_000;
/** Embedded each time: a changed vector means that another model answers at that address. */
const mark = "kestrel";
const sameModel = 0.95;

/** Finds rows by meaning that share no word with a message. Adds a row, and never reorders those found by words. */
export class NearRows {
  readonly #parts: NearParts;
  #restsUntil = 0;
  #reading = false;

  constructor(parts: NearParts) {
    this.#parts = parts;
  }

  /** The row that is clearly nearest; undefined when none is, or the embedder is unavailable or slow. Never rejects. */
  async nearest(
    words: string,
    rows: readonly MemoryRow[],
    table: VectorTable,
  ): Promise<MemoryRow | undefined> {
    const { digest, model } = this.#parts;
    const byDigest = new Map(rows.map((row) => [digest(row.content), row]));
    const kept = table.get(model, [...byDigest.keys(), mark]);
    const missing = [...byDigest].filter(([key]) => !kept.has(key));
    if (kept.size <= 1) return this.#readLater(missing, table);
    const asked = await this.#ask([mark, words], AbortSignal.timeout(patienceMs));
    const [marked, vector] = asked ?? [];
    if (!marked || !vector) return undefined;
    const before = kept.get(mark);
    if (!before || product(marked, before) < sameModel) {
      table.clear(model);
      return this.#readLater([...byDigest], table);
    }
    this.#readLater(missing, table);
    const near = [...byDigest].flatMap(([name]) => {
      const own = kept.get(name);
      return own ? [{ name, likeness: product(vector, own) }] : [];
    });
    const first = clearlyNearest(near.sort((one, other) => other.likeness - one.likeness));
    return first && byDigest.get(first.name);
  }

  #readLater(rows: readonly (readonly [string, MemoryRow])[], table: VectorTable): undefined {
    if (this.#reading || rows.length === 0) return;
    this.#reading = true;
    void this.#read(rows, table).catch(passOver("reading facts for the embedder"));
  }

  async #read(rows: readonly (readonly [string, MemoryRow])[], table: VectorTable): Promise<void> {
    try {
      for (let at = 0; at < rows.length; at += readAtOnce) {
        const some = rows.slice(at, at + readAtOnce);
        const texts = [mark, ...some.map(([, { content }]) => content)];
        const asked = await this.#ask(texts, AbortSignal.timeout(readMs));
        if (!asked) return;
        const [marked = [], ...vectors] = asked;
        const known = some.map(([key], index) => [key, vectors[index] ?? []] as const);
        table.put(this.#parts.model, new Map([[mark, marked], ...known]));
      }
    } finally {
      this.#reading = false;
    }
  }

  async #ask(
    texts: readonly string[],
    cancel: AbortSignal,
  ): Promise<readonly (readonly number[])[] | undefined> {
    if (this.#parts.now() < this.#restsUntil) return undefined;
    const late = new Promise<undefined>((resolve) =>
      cancel.addEventListener("abort", () => resolve(undefined), { once: true }),
    );
    const asked = await Promise.race([
      this.#parts.embedder.embed(texts, cancel).catch(() => undefined), // expected: it may be away
      late,
    ]);
    if (!asked) this.#restsUntil = this.#parts.now() + restMs;
    return asked;
  }
}

function product(one: readonly number[], other: Float32Array): number {
  if (one.length !== other.length) return 0;
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
