import type { Prefix } from "@kestrel/protocol";
import type { LandingCount, ModelId, ModelOnDisk, ModelToLoad } from "@kestrel/protocol/api";
import { KestrelError } from "../src/errors.ts";
import type { ModelCatalog } from "../src/ports/model-catalog.ts";

/** A shelf with the models a test puts there; it remembers what was loaded, and loads nothing. */
export interface BareCatalog extends ModelCatalog {
  readonly loads: readonly ModelToLoad[];
  /** What it was told of turns, in order. */
  readonly landings: readonly LandingCount[];
}

export function bareCatalog(
  models: readonly ModelOnDisk[] = [],
  reasoning: Prefix["reasoning"] = "send",
): BareCatalog {
  const loads: ModelToLoad[] = [];
  const landings: LandingCount[] = [];
  let loaded: ModelId | undefined;
  return {
    loads,
    landings,
    list: async () => models,
    loaded: () => loaded,
    async load(wanted) {
      const id = "id" in wanted ? wanted.id : undefined;
      if (id !== undefined && !models.some((model) => model.id === id))
        throw new KestrelError("model_not_found", "not here", { id });
      loads.push(wanted);
      loaded = id;
    },
    async unload() {
      loaded = undefined;
    },
    profile: async () => ({ server: "none", model: "scripted", template: "", reasoning }),
    noteLanding: async (count) => void landings.push(count),
    reasoning: async () => reasoning,
    traits: async () => ({}),
  };
}
