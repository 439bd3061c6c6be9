import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { expandHome, KestrelError, type ModelCatalog } from "@kestrel/core";
import { absent, passOver } from "@kestrel/diagnostics";
import type { ModelId, ModelOnDisk, ModelToLoad } from "@kestrel/protocol/api";
import type { EngineChoice, ModelEngine } from "../engine/model-engine.ts";
import { checkModelFile } from "../engine/model-file.ts";
import type { ModelScanner } from "../models/scan-models.ts";
import type { ModelKnowledge } from "../probe/model-knowledge.ts";

export type CatalogParts = {
  scanner: ModelScanner;
  engine: ModelEngine;
  /** An engine for a model on disk or a server; not started yet. */
  engineFor(wanted: EngineWish): Promise<EngineChoice>;
  knowledge: ModelKnowledge;
  /** Called with the choice once it is in use. */
  onChosen?(choice: EngineChoice, wanted: EngineWish): Promise<void>;
};

/** The requested model: on this disk, or on a server with the model's name and the server's key. */
export type EngineWish = { window?: number } & (
  | { model: ModelOnDisk }
  | { url: string; name?: string; key?: string }
);

/** Milliseconds. A server that does not identify itself by then is accepted anyway: it may be loading. */
const patienceMs = 10_000;

/** The models on disk and the one in use. A new file or server is checked before the current one is unloaded. */
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
    async load(wanted) {
      await knowledge.letGo();
      refuseBusy(engine);
      const wish = await wishFor(wanted, scanner);
      const choice = await parts.engineFor(wish);
      if ("url" in wish) {
        await answersOrLoads(choice);
        refuseBusy(engine);
      }
      await engine.replace(choice);
      await parts.onChosen?.(choice, wish);
      // The result is shown as the engine's state.
      engine.ready(new AbortController().signal).catch(passOver("loading a model"));
    },
    async unload() {
      await knowledge.letGo();
      refuseBusy(engine);
      await engine.stop();
    },
    profile: (question) => knowledge.profile(question),
    noteLanding: (count) => knowledge.noteLanding(count),
    reasoning: () => knowledge.reasoning(),
    traits: () => knowledge.traits(),
  };
}

/** What a client wants, found on this disk. Rejects with `model_not_found` or `model_file_invalid`. */
export async function wishFor(wanted: ModelToLoad, scanner: ModelScanner): Promise<EngineWish> {
  const { window } = wanted;
  if ("url" in wanted) return { url: wanted.url, name: wanted.model, key: wanted.key, window };
  const model = "id" in wanted ? await named(scanner, wanted.id) : await atPath(scanner, wanted.path);
  if (model.damaged !== undefined) throw invalid(model.path, model.damaged);
  return { model, window };
}

function refuseBusy(engine: ModelEngine): void {
  if (engine.status().state === "busy") throw new KestrelError("busy", "a reply is under way");
}

async function named(scanner: ModelScanner, id: ModelId): Promise<ModelOnDisk> {
  const model = (await scanner.scan()).find((candidate) => candidate.id === id);
  if (!model) throw new KestrelError("model_not_found", "no such model on disk", { id });
  return model;
}

/** The model in a file, `~` being the home folder; it is added to the models on disk. */
async function atPath(scanner: ModelScanner, written: string): Promise<ModelOnDisk> {
  const path = expandHome(written, homedir());
  if (!isAbsolute(path) || path.includes("\0")) throw invalid(path, "relative");
  const facts = await stat(path).catch(absent);
  if (!facts) throw invalid(path, "missing");
  if (!facts.isFile() || !/\.gguf$/i.test(path)) throw invalid(path, "not_gguf");
  await checkModelFile(path);
  scanner.include(path, "configured");
  const found = await scanner.scan();
  const identity = async (file: string) => {
    const { dev, ino } = await stat(file);
    return `${dev}:${ino}`;
  };
  const wanted = await identity(path);
  for (const model of found) {
    if (model.path === path || (await identity(model.path).catch(absent)) === wanted) return model;
  }
  // A projector is a GGUF file but not a model.
  throw invalid(path, "no_model");
}

function invalid(path: string, reason: string): KestrelError {
  return new KestrelError("model_file_invalid", "cannot be loaded", { path, reason });
}

/** Rejects when the server answers with an error that rules out its use. The next caller waits for one that is still loading. */
export async function answersOrLoads({ engine }: EngineChoice): Promise<void> {
  const waited = AbortSignal.timeout(patienceMs);
  try {
    await engine.ready(waited);
  } catch (error) {
    if (waited.aborted) return;
    await engine.stop();
    throw error;
  }
}
