import type { MemoryNeed, ModelOnDisk } from "@kestrel/protocol/api";

/** Common window sizes, in tokens. */
const usual = [4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144];

/** The windows a model can be loaded with: the common ones within its training, its largest, the estimated and the current one. */
export function windowsOf(
  { trainedWindow, memory }: Pick<ModelOnDisk, "trainedWindow" | "memory">,
  present?: number,
): number[] {
  const most = trainedWindow ?? 32_768;
  const all = [...usual.filter((size) => size <= most), most, memory?.window, present];
  return [...new Set(all)].filter((size) => size !== undefined).sort((one, other) => one - other);
}

/** Its memory with another window than the estimated one, in bytes. */
export function needWith(memory: MemoryNeed, window: number): { weights: number; cache: number } {
  const more = (memory.perThousand * (window - memory.window)) / 1000;
  return { weights: memory.weights, cache: Math.max(0, Math.round(memory.cache + more)) };
}
