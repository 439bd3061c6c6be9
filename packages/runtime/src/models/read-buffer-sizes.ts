/** Bytes that an engine reports as allocated, by purpose. */
export type EngineMemory = { weights: number; cache: number; compute: number };

const line = /(model|KV|RS|compute|output) buffer size\s*=\s*([\d.]+) MiB/;

/** Sums the allocations in an engine's log during a load, on all devices. */
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

  /** Undefined before the first report, or when the build does not report. */
  taken(): EngineMemory | undefined {
    return this.#taken && { ...this.#taken };
  }
}
