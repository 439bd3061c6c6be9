export { AheadCounters, EarlyCalls, ReadAhead } from "./ahead-counters.ts";
export { CacheMiss, CacheMissReason, isFelt } from "./cache-miss.ts";
export { CallSubject, type ExactBytes, exactBytes, mayOnlyRead, SimpleCommand } from "./call-subject.ts";
export {
  CapabilityKind,
  CatalogLine,
  catalogText,
  DescribedCapability,
  type ToolTier,
  tierBudgets,
  tierOf,
  toolTiers,
} from "./catalog-line.ts";
export { ReminderCause, ReplyCut, TurnEndReason } from "./causes.ts";
export { type Counted, CountedTexts } from "./counted.ts";
export { CrewJob, CrewJobKind, CrewVerdict, LiveCrewJob, roleOfJob } from "./crew.ts";
export { DaemonStatus } from "./daemon-status.ts";
export { DiscoveredServer, Discovery } from "./discovery.ts";
export { ErrorBody, ErrorCode, ErrorParams, errorFacts, Failure, FailureHint } from "./error-code.ts";
export { type ErrorFactOf, type ErrorParamsOf, errorParams } from "./error-params.ts";
export {
  type Escalation,
  type EscalationAnswered,
  type EscalationEnded,
  type EscalationOffered,
  mostEscalations,
} from "./escalation.ts";
export { EventBody, type EventOf, type EventType, SessionEvent } from "./event.ts";
export {
  CallFormat,
  CompactionCause,
  ContextKind,
  Prefix,
  RejectedReason,
  RequestPurpose,
  SeenFile,
  ToolOutcomeKind,
} from "./event-parts.ts";
export { Exported, ExportWish } from "./exported.ts";
export { FolderListing } from "./folder-listing.ts";
export { Frame, LiveSnapshot, OutageReason, Progress } from "./frame.ts";
export { HelperName, HelperParent, HelperProblem, InstalledHelper, ListedHelpers } from "./helper.ts";
export { CommandCoverage, TouchedFile, UncoveredReason } from "./history/command-coverage.ts";
export {
  FileModes,
  FileRestoration,
  RefusedFile,
  RestoredFile,
  UndoTarget,
} from "./history/file-restoration.ts";
export { ForkOrigin, IntendedChange, RewindCause } from "./history/history-events.ts";
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
export { CallId, OpId, SessionId, TurnId } from "./ids.ts";
export { BlobName, ImageType, imageBounds, KeptImage, SentImage } from "./image.ts";
export { JobEnd, type JobEntry, JobId, JobOutput } from "./job.ts";
export { jobKindOf } from "./job-kind-of.ts";
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
  McpProgram,
  McpReview,
  McpServer,
  McpServerEntry,
  McpServerName,
  McpTool,
  McpToolShown,
  McpTrouble,
  readMcpToolName,
} from "./mcp.ts";
export { Capabilities, EngineStatus, ModelFacts, ModelSource } from "./model-facts.ts";
export { MemoryNeed, MemoryTaken, ModelId, ModelOnDisk } from "./model-on-disk.ts";
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
export { nanoTools } from "./nano-tools.ts";
export { NewSession } from "./new-session.ts";
export { Op, OpAnswer, type OpBody, type OpType } from "./op.ts";
export {
  longestRule,
  PermissionVerdict,
  parseRule,
  RememberedRule,
  RuleOrigin,
  type RulePattern,
  RuleText,
  StandingRule,
} from "./permission/rule.ts";
export { PermissionStep } from "./permission/trace.ts";
export { type Prompt, PromptCall, PromptImage, PromptMessage, ToolSpec } from "./prompt.ts";
export { nobodyToAsk, PersonQuestion, QuestionEnd, questionBounds } from "./question.ts";
export { InstalledPrompt, InstalledReach, InstalledSkill, Invocable } from "./reach.ts";
export { ApprovalScope, alwaysAsks, Mode, Risk, RiskReason, stricterMode } from "./risk.ts";
export { routePlaces } from "./route-places.ts";
export { type RouteName, type Routes, routes } from "./routes.ts";
export { changedSampling, Sampling, SamplingChange } from "./sampling.ts";
export { SandboxStatus, SandboxTrouble } from "./sandbox.ts";
export { Attention, LogDamage, RemovedSession, SessionSummary } from "./session-summary.ts";
export { Setting } from "./setting.ts";
export {
  asksForTrust,
  DecidedTrust,
  IgnoredThing,
  InstructionSource,
  OfferedHook,
  OfferedSkill,
  TrustDecision,
  TrustOffer,
} from "./trust.ts";
export { FinishReason, Usage } from "./usage.ts";
export { SearchTrial, WebTool } from "./web.ts";
