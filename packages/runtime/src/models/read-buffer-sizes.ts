/** Bytes that an engine says it has taken, by what for. */
export type EngineMemory = { weights: number; cache: number; compute: number };

const line = /(model|KV|RS|compute|output) buffer size\s*=\s*([\d.]+) MiB/;

/** Adds up what an engine's log tells while a model is loaded, on all of its devices. */
export class BufferSizes {
  #taken: EngineMemory | undefined;

  hear(text: string): void {
    const [, of, size] = line.exec(text) ?? [];
    if (of === undefined) return;
    const taken = this.#taken ?? { weights: 0, cache: 0, compute: 0 };
    const bytes = Math.round(Number(size) * 2 ** 20);
    if (of === "model") taken.weights += bytes;
    else if (of === "KV" || of === "RS") taken.cache += bytes;
    else taken.compute += bytes;
    this.#taken = taken;
  }

  /** Undefined while nothing was said, or where the build does not tell. */
  taken(): EngineMemory | undefined {
    return this.#taken && { ...this.#taken };
  }
}
