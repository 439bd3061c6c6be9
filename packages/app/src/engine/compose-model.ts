import { type BackendSettings, backendForEngine } from "@kestrel/backends";
import { type GuidanceWish, type ModelBackend, type ModelCatalog, modelTraits } from "@kestrel/core";
import {
  askUnasked,
  backendInUse,
  createModelCatalog,
  type EngineChoice,
  EngineSchedule,
  type EngineWish,
  ModelEngine,
  type ModelKnowledge,
  type ModelScanner,
  modelKnowledge,
  type ProfileFolder,
  type SlotFiles,
  SlotKeeper,
  saidAtConnect,
  storedProfile,
  type UnaskedParts,
} from "@kestrel/runtime";
import { type ToolsSetting, toolsOf } from "../settings/model-settings.ts";

/** What one model is made of. */
export type ModelSpec = {
  /** What runs it first, not started yet. */
  first: EngineChoice;
  /** What answers in its place: another model from the disk, or a server. Not started yet. */
  engineFor(wanted: EngineWish): Promise<EngineChoice>;
  /** Called when the user chooses another model. */
  onChosen?(choice: EngineChoice, wanted: EngineWish): Promise<void>;
  scanner: ModelScanner;
  /** Minutes without a request until an engine of ours is unloaded; 0 for never. */
  idleMinutes: number;
  /** Backend settings that are the same for every engine. */
  settings: Omit<BackendSettings, "tools" | "toolsDialect">;
  tools: ToolsSetting;
  /** What a weak model is helped with. */
  guidance?: GuidanceWish;
  profiles: ProfileFolder;
  /** When an unknown small model may be asked how it calls tools; without it never. */
  unasked?: Pick<UnaskedParts, "allowed" | "onLearned">;
  /** Where parked sessions keep their slots, in an engine of ours. */
  slotFiles?: SlotFiles;
};

/** One model: its engine with its status, its backend, and the facts about it. */
export type ComposedModel = {
  engine: ModelEngine;
  backend: ModelBackend;
  knowledge: ModelKnowledge;
  catalog: ModelCatalog;
};

/** Milliseconds without a reply before a slot is saved. Saving may take a second, so it must not delay a reply. */
const quietBeforeSaving = 5_000;

/** Puts one model together; a second model is a second call. Nothing is started before it is needed. */
export function composeModel(spec: ModelSpec): ComposedModel {
  const { settings, profiles, scanner, engineFor } = spec;
  const engine: ModelEngine = new ModelEngine(spec.first, {
    idleMs: spec.idleMinutes * 60_000,
    now: Date.now,
    facts: () => backend.facts(),
    beforeStop: async () => slots?.save(),
  });
  const schedule = new EngineSchedule();
  const slots =
    spec.slotFiles &&
    new SlotKeeper({
      files: spec.slotFiles,
      inVain: () => knowledge.slotsInVain(),
      learned: (works) => knowledge.noteSlotRestore(works),
      quietMs: quietBeforeSaving,
      free: () => schedule.free(),
    });
  const speaking = (more: Parameters<typeof backendForEngine>[1]) =>
    backendInUse(
      backendForEngine((cancel) => engine.ready(cancel), more),
      engine,
      { schedule, slots },
    );
  // The stored profile is chosen by the server, before the first request to its model.
  const backend = speaking(async (endpoint) => {
    const profile = await storedProfile(endpoint, profiles, engine.source);
    return {
      ...settings,
      sampling: { ...profile?.sampling, ...settings.sampling },
      ...toolsOf(spec.tools, profile ?? {}),
      traits: modelTraits(engine.traits, profile, spec.guidance),
      leftOut: profile?.left_out,
      onFieldRefused: (field) => void knowledge.noteLeftOut(field),
      said: () => saidAtConnect(endpoint),
    };
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
    traits: () => engine.traits,
    guidance: spec.guidance,
  });
  // What the user says of its tools leaves nothing to learn.
  if (spec.unasked && toolsOf(spec.tools, {}).tools === undefined)
    askUnasked({ engine, knowledge, ...spec.unasked });
  return {
    engine,
    backend,
    knowledge,
    catalog: createModelCatalog({ scanner, engine, knowledge, engineFor, onChosen: spec.onChosen }),
  };
}
