import type { Engine } from "@kestrel/core";
import { createConnectedEngine, createDelegatedEngine } from "./borrowed-engine.ts";
import type { EngineSpec, EngineSurroundings } from "./engine-spec.ts";
import { createOwnEngine } from "./own-engine.ts";

/** Creates the engine of a specification. Nothing is started or requested before `ready`. */
export function createEngine(spec: EngineSpec, surroundings: EngineSurroundings): Engine {
  switch (spec.source) {
    case "self":
      return createOwnEngine(spec, surroundings);
    case "connect":
      return createConnectedEngine(spec);
    case "delegate":
      return createDelegatedEngine(spec);
    default:
      return spec satisfies never;
  }
}
