export { createCommandRunner } from "./command/run-command.ts";
export type { SupervisorPlace } from "./command/supervise.ts";
export { createAbsentEngine } from "./engine/absent-engine.ts";
export { createEngine } from "./engine/create-engine.ts";
export type {
  ConnectedEngineSpec,
  DelegatedEngineSpec,
  DelegateHost,
  EngineSpec,
  EngineSurroundings,
  OwnEngineSpec,
} from "./engine/engine-spec.ts";
export { refusedFlags } from "./engine/flag-policy.ts";
export {
  canFetchEngine,
  type EngineFetchAbility,
} from "./engine-on-hand/can-fetch-engine.ts";
export {
  type EngineFetchProgress,
  type FetchEngineOptions,
  fetchEngine,
} from "./engine-on-hand/fetch-engine.ts";
export {
  type FindEngineOptions,
  type FoundEngine,
  findEngine,
} from "./engine-on-hand/find-engine.ts";
export { sweepOrphans } from "./orphans/engine-record.ts";
