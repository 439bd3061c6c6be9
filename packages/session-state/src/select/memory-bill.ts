import type { CrewRole, LoadoutDraft, ModelOnDisk } from "@kestrel/protocol/api";
import { needWith } from "./window-choice.ts";

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
