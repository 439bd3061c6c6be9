import type { CrewRole, LoadoutDraft, ModelOnDisk } from "@kestrel/protocol/api";

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
export function needWith(
  memory: NonNullable<ModelOnDisk["memory"]>,
  window: number,
): { weights: number; cache: number } {
  const more = (memory.perThousand * (window - memory.window)) / 1000;
  return { weights: memory.weights, cache: Math.max(0, Math.round(memory.cache + more)) };
}

/** The memory of one model of a draft. Bytes: estimated from its file and header; undefined when those do not suffice. */
type MemoryShare = { seat: CrewRole | "lead"; name: string; window?: number; bytes?: number };

/** The memory of all models of a draft together. `whole`: every one of them could be estimated. */
export type MemoryBill = { shares: MemoryShare[]; total: number; whole: boolean };

/** Models on disk, by path, each with its configured window or its default. */
export function memoryBill(
  { model, crew = {} }: Pick<LoadoutDraft, "model" | "crew">,
  models: readonly ModelOnDisk[],
): MemoryBill {
  const seats = [["lead", model] as const, ...(Object.entries(crew) as [CrewRole, typeof model][])];
  const shares = seats.flatMap(([seat, chosen]): MemoryShare[] => {
    if (!chosen) return [];
    const found = models.find(({ path }) => path === chosen.path);
    const window = chosen.window ?? found?.memory?.window;
    const need = found?.memory && needWith(found.memory, window ?? found.memory.window);
    return [
      {
        seat,
        name: found?.name ?? chosen.path,
        ...(window !== undefined && { window }),
        ...(need && { bytes: need.weights + need.cache }),
      },
    ];
  });
  return {
    shares,
    total: shares.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    whole: shares.every(({ bytes }) => bytes !== undefined),
  };
}
