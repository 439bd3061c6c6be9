import type { AttentionShape } from "./attention-shape.ts";

/** Cache types; bytes per number. Blocks of 32 include their scale. */
const cacheTypes = {
  f32: 4,
  f16: 2,
  bf16: 2,
  q8_0: 34 / 32,
  q5_1: 24 / 32,
  q5_0: 22 / 32,
  q4_1: 20 / 32,
  q4_0: 18 / 32,
  iq4_nl: 18 / 32,
} as const;
export type CacheType = keyof typeof cacheTypes;

export type MemoryQuestion = {
  /** Bytes of the tensors. */
  weights: number;
  shape: AttentionShape;
  /** Tokens. */
  window: number;
  keyType?: CacheType;
  valueType?: CacheType;
  /** Tokens processed at once; a sliding window needs additional cells for them. */
  batch?: number;
};

/** Bytes. `cachePerThousand`: for a thousand more tokens of window. */
export type MemoryEstimate = { weights: number; cache: number; cachePerThousand: number; total: number };

/** llama.cpp rounds the number of cells up to a multiple of this. */
const cellBlock = 256;

/** Memory of a loaded model, without a batch's working memory: weights and cache. */
export function estimateMemory(question: MemoryQuestion): MemoryEstimate {
  const { weights, shape, window, keyType = "f16", valueType = "f16", batch = 512 } = question;
  const cells = padded(window);
  const windowCells = Math.min(cells, padded((shape.slidingWindow ?? 0) + batch));
  let cache = 0;
  let perToken = 0;
  for (const layer of shape.layers) {
    if (layer.kind === "state") {
      // States are never quantised.
      cache += layer.numbers * cacheTypes.f32;
      continue;
    }
    const bytes = layer.keys * cacheTypes[keyType] + layer.values * cacheTypes[valueType];
    cache += bytes * (layer.kind === "window" ? windowCells : cells);
    if (layer.kind === "full") perToken += bytes;
  }
  const rounded = Math.round(cache);
  return { weights, cache: rounded, cachePerThousand: Math.round(perToken * 1000), total: weights + rounded };
}

function padded(tokens: number): number {
  return Math.ceil(tokens / cellBlock) * cellBlock;
}
