import { type BackendSettings, backendForEngine } from "@kestrel/backends";
import type { Engine, ModelBackend, ModelCatalog } from "@kestrel/core";
import type { ModelOnDisk } from "@kestrel/protocol";
import {
  backendInUse,
  createModelCatalog,
  type EngineChoice,
  ModelEngine,
  type ModelKnowledge,
  type ModelScanner,
  modelKnowledge,
  type ProfileFolder,
  wishesInProfile,
} from "@kestrel/runtime";
import { type ToolsSetting, toolsOf } from "./settings/tools-of-setting.ts";

/** What one model is made of. */
export type ModelSpec = {
  /** What runs it first, not started yet. */
  first: EngineChoice;
  /** What runs another model from the disk in its place, not started yet. */
  engineFor(model: ModelOnDisk, window: number | undefined): Promise<EngineChoice>;
  scanner: ModelScanner;
  /** Minutes without a request until an engine of ours lets it go; 0 for never. */
  idleMinutes: number;
  /** How it is spoken to, the same for whatever runs it. */
  settings: Omit<BackendSettings, "tools" | "toolsDialect">;
  tools: ToolsSetting;
  profiles: ProfileFolder;
};

/** One model: its engine with the one status of it, who speaks to it, and what is known about it. */
export type ComposedModel = {
  engine: Engine;
  backend: ModelBackend;
  knowledge: ModelKnowledge;
  catalog: ModelCatalog;
};

/** Puts one model together; a second model is a second call. Nothing is started before it is needed. */
export function composeModel(spec: ModelSpec): ComposedModel {
  const { settings, profiles, scanner, engineFor } = spec;
  const engine: ModelEngine = new ModelEngine(spec.first, {
    idleMs: spec.idleMinutes * 60_000,
    now: Date.now,
    facts: () => backend.facts(),
  });
  const speaking = (more: Parameters<typeof backendForEngine>[1]) =>
    backendInUse(
      backendForEngine((cancel) => engine.ready(cancel), more),
      engine,
    );
  // The stored profile is read by what the server is, before anybody speaks to its model.
  const backend = speaking(async (endpoint) => {
    const known = await wishesInProfile(endpoint, profiles, engine.source);
    const sampling = { ...known.sampling, ...settings.sampling };
    return { ...settings, sampling, ...toolsOf(spec.tools, known) };
  });
  const knowledge = modelKnowledge({
    engine,
    backend,
    speaking: (toolFormat) =>
      speaking({
        ...settings,
        ...(toolFormat === "native" ? { tools: "native" } : { tools: "text", toolsDialect: toolFormat }),
      }),
    profiles,
    source: () => engine.source,
  });
  return {
    engine,
    backend,
    knowledge,
    catalog: createModelCatalog({ scanner, engine, knowledge, engineFor }),
  };
}
