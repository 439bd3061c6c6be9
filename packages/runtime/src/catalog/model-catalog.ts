import { KestrelError, type ModelCatalog } from "@kestrel/core";
import type { ModelId, ModelOnDisk } from "@kestrel/protocol";
import type { EngineChoice, ModelEngine } from "../engine/model-engine.ts";
import type { ModelScanner } from "../models/scan-models.ts";
import type { ModelKnowledge } from "../probe/model-knowledge.ts";

export type CatalogParts = {
  scanner: ModelScanner;
  engine: ModelEngine;
  /** An engine for a model that was found; not started yet. */
  engineFor(model: ModelOnDisk, window: number | undefined): Promise<EngineChoice>;
  knowledge: ModelKnowledge;
};

/** The models on disk and the one in use. What is not found by a scan cannot be loaded. */
export function createModelCatalog(parts: CatalogParts): ModelCatalog {
  const { scanner, engine, knowledge } = parts;
  return {
    list: () => scanner.scan(),
    loaded(): ModelId | undefined {
      const path = engine.source;
      const { state } = engine.status();
      if (path === undefined || state === "stopped" || state === "failed") return undefined;
      return scanner.latest().find((model) => model.path === path)?.id;
    },
    async load(id, window) {
      const model = (await scanner.scan()).find((candidate) => candidate.id === id);
      if (!model) throw new KestrelError("model_not_found", "no such model on disk", { id });
      if (model.damaged !== undefined) {
        const params = { path: model.path, reason: model.damaged };
        throw new KestrelError("model_file_invalid", "cannot be loaded", params);
      }
      if (engine.status().state === "busy") throw new KestrelError("busy", "a reply is under way");
      await engine.replace(await parts.engineFor(model, window));
      engine.ready(new AbortController().signal).catch(() => undefined);
    },
    async unload() {
      if (engine.status().state === "busy") throw new KestrelError("busy", "a reply is under way");
      await engine.stop();
    },
    profile: (question) => knowledge.profile(question),
    noteLanding: (count) => knowledge.noteLanding(count),
    reasoning: () => knowledge.reasoning(),
  };
}
