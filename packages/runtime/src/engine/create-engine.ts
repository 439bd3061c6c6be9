import type { Engine } from "@kestrel/core";
import { createConnectedEngine, createDelegatedEngine } from "./borrowed-engine.ts";
import type { EngineSpec, EngineSurroundings } from "./engine-spec.ts";
import { createOwnEngine } from "./own-engine.ts";

/** The engine that a specification describes. Nothing is started or asked before `ready`. */
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
