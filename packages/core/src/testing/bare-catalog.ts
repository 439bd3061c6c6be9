import type { LandingCount, ModelId, ModelOnDisk, Prefix } from "@kestrel/protocol";
import { KestrelError } from "../errors.ts";
import type { ModelCatalog } from "../ports/model-catalog.ts";

/** A shelf with the models a test puts there; it remembers what was loaded, and loads nothing. */
export interface BareCatalog extends ModelCatalog {
  readonly loads: readonly { id: ModelId; window?: number }[];
  /** What it was told of turns, in order. */
  readonly landings: readonly LandingCount[];
}

export function bareCatalog(
  models: readonly ModelOnDisk[] = [],
  reasoning: Prefix["reasoning"] = "send",
): BareCatalog {
  const loads: { id: ModelId; window?: number }[] = [];
  const landings: LandingCount[] = [];
  let loaded: ModelId | undefined;
  return {
    loads,
    landings,
    list: async () => models,
    loaded: () => loaded,
    async load(id, window) {
      if (!models.some((model) => model.id === id))
        throw new KestrelError("model_not_found", "not here", { id });
      loads.push({ id, window });
      loaded = id;
    },
    async unload() {
      loaded = undefined;
    },
    profile: async () => ({ server: "none", model: "scripted", template: "", reasoning }),
    noteLanding: async (count) => void landings.push(count),
    reasoning: async () => reasoning,
  };
}
