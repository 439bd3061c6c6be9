export type { UnfinishedFact } from "./causes.ts";
export { DaemonStatus } from "./daemon-status.ts";
export { DiagnosticEntry, DiagnosticLevel } from "./diagnostics.ts";
export { DiscoveredServer, Discovery } from "./discovery.ts";
export { Exported, ExportWish } from "./exported.ts";
export { FolderListing } from "./folder-listing.ts";
export { HelperName, HelperParent, HelperProblem, ListedHelpers } from "./helper.ts";
export { CommitDraft, UndoPreview } from "./history/history-routes.ts";
export {
  HookAnswer,
  HookEntry,
  HookProblem,
  HookStage,
  HookTrial,
  HookVerdict,
  ListedHooks,
  ShownHook,
} from "./hook.ts";
export { LeavingPlace } from "./leaving-place.ts";
export { ListedEngine, RefusedSeat, SeatRefusal } from "./listed-engine.ts";
export {
  CheckedLoadout,
  CrewRole,
  CrewSeat,
  crewRoles,
  FrozenLoadout,
  ListedLoadout,
  LoadoutBill,
  LoadoutExcess,
  LoadoutMetadata,
  LoadoutModel,
  LoadoutPart,
  LoadoutProblem,
  LoadoutStamp,
  LoraAdapter,
} from "./loadout.ts";
export {
  LoadoutChoices,
  LoadoutDifference,
  LoadoutDraft,
  LoadoutName,
  longestLoadoutName,
} from "./loadout-draft.ts";
export {
  McpLogin,
  McpProblem,
  McpReview,
  McpServer,
  McpServerEntry,
  McpServerName,
  McpTool,
  McpToolShown,
  McpTrouble,
  readMcpToolName,
} from "./mcp.ts";
export { longestMemory, MemoryChange, MemoryRemains, MemoryRow, MemoryState, NewMemory } from "./memory.ts";
export { ChoosableModel, ModelChoices } from "./model-choice.ts";
export { Capabilities, EngineStatus, ModelFacts, ModelSource } from "./model-facts.ts";
export { ModelId, ModelOnDisk } from "./model-on-disk.ts";
export { findHeld, findSameModel, isFrom, isSameModel, ModelOrigin } from "./model-origin.ts";
export {
  ExamQuestion,
  LandingCount,
  ModelProfile,
  SlotCount,
  TemplateAudit,
  ToolsDialect,
  usualToolsDialect,
} from "./model-profile.ts";
export { ModelToLoad, ServerUrl } from "./model-to-load.ts";
export { Guidance, ModelTraits } from "./model-traits.ts";
export { InstalledPrompt, InstalledReach, InstalledSkill, Invocable } from "./reach.ts";
export type { ApiRoute } from "./route.ts";
export { routePlaces } from "./route-places.ts";
export { type RouteName, type Routes, routes } from "./routes.ts";
export { SandboxStatus, SandboxTrouble } from "./sandbox.ts";
export { FoundKind, FoundPlace, FoundSession, SearchAnswer } from "./search.ts";
export { SessionMarks } from "./session-summary.ts";
export { Setting } from "./setting.ts";
export { FreedStorage, StorageKind, StoredKind } from "./storage.ts";
export { type TodoItem, todoItems } from "./todo-items.ts";
export {
  asksForHooks,
  asksForTrust,
  DecidedTrust,
  IgnoredThing,
  InstructionSource,
  OfferedHook,
  OfferedSkill,
  TrustDecision,
  TrustOffer,
  TrustSubject,
} from "./trust.ts";
export { SearchTrial, WebTool } from "./web.ts";
