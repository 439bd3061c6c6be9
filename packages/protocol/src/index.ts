export { AheadCounters, EarlyCalls, ReadAhead } from "./ahead-counters.ts";
export { type AnswerMoment, answerArmMs, answerWants, answerWord, isArmed } from "./answering.ts";
export { CacheMiss, CacheMissReason, isFelt } from "./cache-miss.ts";
export { CallSubject, type ExactBytes, exactBytes, mayOnlyRead, SimpleCommand } from "./call-subject.ts";
export { type CalledByName, calledByName } from "./called-by-name.ts";
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
export { CountedTexts } from "./counted.ts";
export { CrewJob, CrewJobKind, CrewVerdict, LiveCrewJob, roleOfJob } from "./crew.ts";
export { DaemonStatus } from "./daemon-status.ts";
export { DiscoveredServer, Discovery } from "./discovery.ts";
export { ErrorBody, ErrorCode, ErrorParams, errorFacts, Failure, FailureHint } from "./error-code.ts";
export { type ErrorFactOf, type ErrorParamsOf, errorParams } from "./error-params.ts";
export { type Escalation, mostEscalations } from "./escalation.ts";
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
export { evolve } from "./evolve.ts";
export { Exported, ExportWish } from "./exported.ts";
export { isEscalated } from "./fold-escalation.ts";
export { runningJobs } from "./fold-jobs.ts";
export { FolderListing } from "./folder-listing.ts";
export { Frame, LiveSnapshot, OutageReason, Progress } from "./frame.ts";
export { haltedState } from "./halted-state.ts";
export { HelperName, HelperParent, HelperProblem, InstalledHelper, ListedHelpers } from "./helper.ts";
export * from "./history/index.ts";
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
export { isLoopback } from "./loopback.ts";
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
export { isAnswered, openCalls, waitingCalls } from "./open-calls.ts";
export { jsonOrNothing, parseJson } from "./parse-json.ts";
export { asOneMessage, isPending } from "./pending-words.ts";
export {
  type CallPart,
  coversPart,
  exactRule,
  isServersTool,
  type JudgedCall,
  matchedParts,
  matchesPart,
  mayBeNamed,
  namesItsHosts,
  partsOfCall,
} from "./permission/call-parts.ts";
export { checkRules, commandsCovered, type RuleCheck } from "./permission/check-rules.ts";
export { type SessionGrant, sessionGrants } from "./permission/grants.ts";
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
export { type ReadLine, readEvent } from "./read-event.ts";
export { ApprovalScope, alwaysAsks, Mode, Risk, RiskReason, stricterMode } from "./risk.ts";
export { routePlaces } from "./route-places.ts";
export { type RouteName, type Routes, routes } from "./routes.ts";
export { changedSampling, Sampling, SamplingChange } from "./sampling.ts";
export { SandboxStatus, SandboxTrouble } from "./sandbox.ts";
export { lineRedactor, redactSecrets } from "./secrets/redact-secrets.ts";
export { aheadSum } from "./select/ahead-sum.ts";
export { attentionOf } from "./select/attention.ts";
export {
  type CacheReport,
  type CacheStep,
  type CacheSums,
  type CacheTurn,
  cacheReport,
} from "./select/cache-report.ts";
export {
  accountAlong,
  type ContextLedger,
  contextLedger,
  isVerbatim,
  type LedgerBlock,
} from "./select/context-ledger.ts";
export { type CrewMemberSum, type CrewSum, type CrewSums, crewSums } from "./select/crew-sums.ts";
export { emptySeats } from "./select/empty-seats.ts";
export { around, estimateShare, estimateTokens } from "./select/estimate-tokens.ts";
export { isLaid, type LaidReady, laidBeside, laidReady } from "./select/laid-ready.ts";
export {
  isPlaceAmong,
  LeavingPlace,
  type LeavingSeat,
  leavingPlace,
  leavingSeats,
} from "./select/leaving-seats.ts";
export { type LedgerKind, ledgerKinds, notesOf } from "./select/ledger-pieces.ts";
export {
  isThinking,
  joinedText,
  type Live,
  nothingLive,
  withLiveEvent,
  withLiveFrame,
} from "./select/live.ts";
export { liveWords } from "./select/live-words.ts";
export { type MemoryBill, type MemoryShare, memoryBill } from "./select/memory-bill.ts";
export { type ListedSession, nestedSessions } from "./select/nested-sessions.ts";
export { estimateWritten, type Phase, phaseOf } from "./select/phase.ts";
export { replyReserve } from "./select/reply-reserve.ts";
export { seatPlace } from "./select/seat-place.ts";
export { overBudget, type TierShare, tierAccount } from "./select/tier-account.ts";
export { type TurnCost, turnCost } from "./select/turn-cost.ts";
export { type TurnUsage, turnAnswer, turnUsage } from "./select/turn-usage.ts";
export { needWith, windowsOf } from "./select/window-choice.ts";
export { windowNow } from "./select/window-now.ts";
export { Sequence } from "./sequence.ts";
export {
  type CallRun,
  type CrewJobEntry,
  emptySession,
  type OpenTurn,
  type SessionState,
} from "./session-state.ts";
export { Attention, LogDamage, RemovedSession, SessionSummary } from "./session-summary.ts";
export { Setting } from "./setting.ts";
export {
  completions,
  isShared,
  type KnownNames,
  readSlash,
  type SharedCommand,
  type SlashCommand,
  type SlashLine,
  sharedCommands,
  slashCommands,
} from "./slash-command.ts";
export { summarise } from "./summarise.ts";
export {
  type CallReview,
  type CompactionEntry,
  type ContextNote,
  type EndEntry,
  type Entry,
  type FileChange,
  isSaid,
  type NoteEntry,
  type PendingWords,
  type ReplyEntry,
  type RestoredEntry,
  type RewoundEntry,
  type SaidEntry,
  type ToolEntry,
  type ToolStatus,
  type UserEntry,
} from "./timeline.ts";
export { titleFrom } from "./title-from.ts";
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
export { usedThing } from "./used-thing.ts";
export { type VisiblePiece, visibleName, visiblePieces, visibleText } from "./visible.ts";
export { SearchTrial, WebTool } from "./web.ts";
