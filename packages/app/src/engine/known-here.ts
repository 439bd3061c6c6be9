import { availableParallelism, totalmem } from "node:os";
import type { ModelOnDisk } from "@kestrel/protocol/api";
import type { KnownModel, MachineForModels } from "@kestrel/protocol/downloads";
import { freeBytes, graphicsHere, modelsFor } from "@kestrel/runtime";

/** What this machine has for models, and the models of the table by how they fit it. `bandwidth`: as measured with a model in use. */
export async function knownHere(
  folder: string,
  onDisk: readonly ModelOnDisk[],
  bandwidth?: number,
): Promise<{ machine: MachineForModels; models: KnownModel[] }> {
  const [disk, video] = await Promise.all([freeBytes(folder), graphicsHere()]);
  const machine = {
    ...{ memory: totalmem(), available: process.availableMemory(), cores: availableParallelism() },
    ...(disk !== undefined && { disk }),
    ...(video && { video }),
  };
  return { machine, models: modelsFor(machine, onDisk, bandwidth) };
}
