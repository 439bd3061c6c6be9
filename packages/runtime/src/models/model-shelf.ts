import { type Engine, KestrelError, type ModelShelf } from "@kestrel/core";
import type { ModelId, ModelOnDisk } from "@kestrel/protocol";
import type { EngineSwitch } from "../engine/engine-switch.ts";
import type { ModelKnowledge } from "../probe/model-knowledge.ts";
import type { ModelScanner } from "./scan-models.ts";

export type ShelfParts = {
  scanner: ModelScanner;
  /** The engine that everybody holds, and the switch behind it. */
  engine: Engine;
  engineSwitch: EngineSwitch;
  /** An engine for a model that was found; not started yet. */
  engineFor(model: ModelOnDisk, window: number | undefined): Promise<Engine>;
  knowledge: ModelKnowledge;
  /** The file that is loaded, as far as it is one. */
  loadedPath(): string | undefined;
};

/** The models on disk and the one in use. What is not found by a scan cannot be loaded. */
export function modelShelf(parts: ShelfParts): ModelShelf {
  const { scanner, engine, engineSwitch, knowledge } = parts;
  let known: readonly ModelOnDisk[] = [];
  const list = async () => {
    known = await scanner.scan();
    return known;
  };
  return {
    list,
    loaded(): ModelId | undefined {
      const path = parts.loadedPath();
      const { state } = engine.status();
      if (path === undefined || state === "stopped" || state === "failed") return undefined;
      return known.find((model) => model.path === path)?.id;
    },
    async load(id, window) {
      const model = (await list()).find((candidate) => candidate.id === id);
      if (!model) throw new KestrelError("model_not_found", "no such model on disk", { id });
      if (model.damaged !== undefined) {
        const params = { path: model.path, reason: model.damaged };
        throw new KestrelError("model_file_invalid", "cannot be loaded", params);
      }
      if (engine.status().state === "busy") throw new KestrelError("busy", "a reply is under way");
      await engineSwitch.replace(await parts.engineFor(model, window));
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
