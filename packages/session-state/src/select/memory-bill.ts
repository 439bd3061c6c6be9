import type { CrewRole, LoadoutDraft, ModelOnDisk } from "@kestrel/protocol/api";
import { needWith } from "./window-choice.ts";

/** What one model of a draft takes. Bytes: estimates by its file and its header; undefined where those do not tell. */
type MemoryShare = { seat: CrewRole | "lead"; name: string; window?: number; bytes?: number };

/** What the models of a draft take together when all of them are loaded. `whole`: every one of them could be estimated. */
export type MemoryBill = { shares: MemoryShare[]; total: number; whole: boolean };

/** Models that are on disk, by their path, each with its window or the one it would be loaded with. */
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
