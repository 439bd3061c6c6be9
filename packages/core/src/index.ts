export { isInside } from "@kestrel/text";
export { type ExplainedCall, explainCall } from "./calls/explain-call.ts";
export { Cancellation, neverCancelled, untilCancelled } from "./cancel/cancellation.ts";
export { catalogOf } from "./catalog/catalog-of.ts";
export { skillSection, skillText } from "./catalog/skill-text.ts";
export { useSpec } from "./catalog/use-spec.ts";
export { promptAhead, steadyWords } from "./context/prompt-ahead.ts";
export { render } from "./context/render.ts";
export { systemPrompt, systemText } from "./context/system-prompt.ts";
export { windowShortage } from "./context/window-shortage.ts";
export { type PooledEngine, planPool, planPressure, poolMargin } from "./crew/plan-pool.ts";
export { clearlyNearest } from "./crew/retrieval/with-nearest.ts";
export { helperSource } from "./delegation/helper-source.ts";
export {
  answerNow,
  delegateHelper,
  helperAnswer,
  helperPersona,
  helperTools,
  mostHelperSteps,
} from "./delegation/helper-words.ts";
export { hasCode, KestrelError } from "./errors.ts";
export { exportPiece, redactorHere } from "./export/export-piece.ts";
export { ImportedEvents, importRefused } from "./export/imported-events.ts";
export { forkLog, forkPoint } from "./history/fork-log.ts";
export { composeInstructions, instructionBudget } from "./instructions/compose-instructions.ts";
export { compareLoadouts } from "./loadout/compare-loadouts.ts";
export {
  closesCatalog,
  freezeLoadout,
  type LoadoutGround,
  type LookedUpLoadout,
  loadoutBytes,
} from "./loadout/freeze-loadout.ts";
export { loadoutBill, loadoutExcess } from "./loadout/loadout-bill.ts";
export { loadoutChoices } from "./loadout/loadout-choices.ts";
export type { LoadoutSource } from "./loadout/loadout-source.ts";
export { foldLoop } from "./loop/fold-loop.ts";
export { againMessage, itemMessage } from "./loop/item-message.ts";
export { type LoopStep, nextStep } from "./loop/next-step.ts";
export { planDoubts, readPlan } from "./loop/read-plan.ts";
export { type GuidanceWish, modelChanged, modelTraits, originName } from "./model-traits/model-traits.ts";
export { expandHome } from "./permission/expand-home.ts";
export type { AgentParts } from "./ports/agent-parts.ts";
export type { CancelSignal } from "./ports/cancel-signal.ts";
export type { CapabilityCatalog } from "./ports/capability-catalog.ts";
export type {
  CapabilityCalls,
  CapabilityPlace,
  CapabilitySource,
  CapabilityText,
} from "./ports/capability-source.ts";
export type { CheckRunner } from "./ports/check-runner.ts";
export type {
  Command,
  CommandEnd,
  CommandRunner,
  Confinement,
  ProgramEars,
  ProgramStarter,
  RunningProgram,
} from "./ports/command-runner.ts";
export type { Crew, CrewedSession, CrewMember, Embedder } from "./ports/crew.ts";
export type { ReportIds } from "./ports/diagnostics.ts";
export type { Endpoint, Engine } from "./ports/engine.ts";
export type { EventLog, LogCheckpoint } from "./ports/event-log.ts";
export type { FileRestorer } from "./ports/file-restorer.ts";
export type { HelperBook, HelperDefinition, HelperRunner } from "./ports/helper-runner.ts";
export type { Host } from "./ports/host.ts";
export type { EndedJob, Jobs } from "./ports/jobs.ts";
export type { KeptOutputs } from "./ports/kept-outputs.ts";
export type { Library } from "./ports/library.ts";
export type { DigestedLoadout, FoundLoadout, LoadoutBook } from "./ports/loadout-book.ts";
export type { LoopArchive, LoopLog, StampedLoopEvent } from "./ports/loop-archive.ts";
export type { Memory, RecalledFacts, RememberedFact } from "./ports/memory.ts";
export type { LentAnswer, ModelBackend, Prefilled, ReplyChunk, ReplyRequest } from "./ports/model-backend.ts";
export type { ModelCatalog } from "./ports/model-catalog.ts";
export type { PermissionBook } from "./ports/permission-book.ts";
export type { Pictures } from "./ports/pictures.ts";
export type { NamedFile, NamedFiles, ProbableFile, ProbableFiles } from "./ports/probable-files.ts";
export type { ExportItem, Redactor } from "./ports/redactor.ts";
export { wireBounds } from "./ports/reply-bounds.ts";
export type { EnteredCommand, Sandbox } from "./ports/sandbox.ts";
export type { Found, SessionArchive, SessionCatalog, SessionSearch } from "./ports/session-archive.ts";
export type { GateHook, HookedSession, HookOccasion, StageHooks, StopHook } from "./ports/stage-hooks.ts";
export type {
  Assessment,
  CallArguments,
  CallBinding,
  StaleCall,
  Tool,
  ToolContext,
  ToolResult,
} from "./ports/tool.ts";
export type { TrainedTexts } from "./ports/trained-texts.ts";
export type { FoundHook, FoundSkill, ProjectOffer, WorkspaceTrust } from "./ports/workspace-trust.ts";
export type { WorktreeCheckout, Worktrees, WorktreeWish } from "./ports/worktrees.ts";
export { type BuiltInPrompt, type BuiltInPromptName, builtInPrompts } from "./prompts/built-in-prompts.ts";
export { fillArguments } from "./prompts/fill-arguments.ts";
export { type Moment, newestSlot, type Slot } from "./schedule/due-slot.ts";
export { carryOver } from "./session/carry-over.ts";
export { openSession } from "./session/open-session.ts";
export type { Opening, Session } from "./session/session.ts";
export { landingCounts } from "./turn/landing-counts.ts";
export { replyRequest } from "./turn/reply-request.ts";
export { insteadOfLead } from "./turn/step-parts.ts";
