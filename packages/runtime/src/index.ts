export { answersOrLoads, createModelCatalog, type EngineWish } from "./catalog/model-catalog.ts";
export { createCommandRunner } from "./command/run-command.ts";
export { Standstill } from "./command/standstill.ts";
export { createProgramStarter } from "./command/start-program.ts";
export type { SupervisorFiles } from "./command/supervise.ts";
export { browseFolder } from "./discovery/browse-folder.ts";
export { type FoundServer, findServers, usualPorts } from "./discovery/find-servers.ts";
export { knownSource, modelsFor } from "./downloads/known-models.ts";
export { freeBytes, ModelDownloads } from "./downloads/model-downloads.ts";
export { removeModel } from "./downloads/remove-model.ts";
export { createAbsentEngine } from "./engine/absent-engine.ts";
export { backendInUse } from "./engine/backend-in-use.ts";
export { delegateAddresses } from "./engine/borrowed-engine.ts";
export { createEngine } from "./engine/create-engine.ts";
export { EngineSchedule } from "./engine/engine-schedule.ts";
export type {
  ConnectedEngineSpec,
  DelegatedEngineSpec,
  DelegateHost,
  EngineSpec,
  EngineSurroundings,
  OwnEngineSpec,
} from "./engine/engine-spec.ts";
export { checkExtraArguments, refusedFlags } from "./engine/flag-policy.ts";
export { type EngineChoice, ModelEngine } from "./engine/model-engine.ts";
export { checkModelFile } from "./engine/model-file.ts";
export { whatWouldRun } from "./engine/what-would-run.ts";
export {
  canFetchEngine,
  type EngineFetchAbility,
} from "./engine-on-hand/can-fetch-engine.ts";
export { type FetchEngineOptions, fetchEngine } from "./engine-on-hand/fetch-engine.ts";
export {
  type FindEngineOptions,
  type FoundEngine,
  findEngine,
} from "./engine-on-hand/find-engine.ts";
export type { EngineFetchProgress } from "./engine-on-hand/unpack-debian-engine.ts";
export { graphicsHere } from "./models/graphics-here.ts";
export { knowsPooling } from "./models/knows-pooling.ts";
export { modelFolders } from "./models/model-folders.ts";
export { nameOfModelFile } from "./models/name-of-model-file.ts";
export { projectorBeside } from "./models/projector-beside.ts";
export { type ModelScanner, modelScanner } from "./models/scan-models.ts";
export { crewRunFolder, findOrphan, sweepOrphans } from "./orphans/engine-record.ts";
export { auditTemplate, reasoningPolicy } from "./probe/audit-template.ts";
export { type ModelKnowledge, modelKnowledge, type ProfileFolder } from "./probe/model-knowledge.ts";
export { storedProfile } from "./probe/stored-profile.ts";
export { askUnasked, type UnaskedParts } from "./probe/unasked-exam.ts";
export { createSandbox, type SandboxChoice } from "./sandbox/create-sandbox.ts";
export { readJson, tryServer } from "./servers/ask-server.ts";
export { listServer } from "./servers/list-server.ts";
export { saidAtConnect } from "./servers/said-at-connect.ts";
export { SlotFiles } from "./slots/slot-files.ts";
export { SlotKeeper } from "./slots/slot-keeper.ts";
