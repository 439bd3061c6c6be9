import type { ModelId, ModelOnDisk, Prefix } from "@kestrel/protocol";
import { KestrelError } from "../errors.ts";
import type { ModelShelf } from "../ports/model-shelf.ts";

/** A shelf with the models a test puts there; it remembers what was loaded, and loads nothing. */
export interface BareShelf extends ModelShelf {
  readonly loads: readonly { id: ModelId; window?: number }[];
}

export function bareShelf(
  models: readonly ModelOnDisk[] = [],
  reasoning: Prefix["reasoning"] = "send",
): BareShelf {
  const loads: { id: ModelId; window?: number }[] = [];
  let loaded: ModelId | undefined;
  return {
    loads,
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
    reasoning: async () => reasoning,
  };
}
