export { type AnswerMoment, answerArmMs, answerWants, answerWord, isArmed } from "./answering.ts";
export { CallSubject, onlyReads } from "./call-subject.ts";
export { ReminderCause, ReplyCut, TurnEndReason } from "./causes.ts";
export { DiscoveredServer, Discovery } from "./discovery.ts";
export { ErrorBody, ErrorCode, ErrorParams, errorFacts, Failure, FailureHint } from "./error-code.ts";
export { EventBody, type EventOf, type EventType, SessionEvent } from "./event.ts";
export { CallFormat, ContextKind, Prefix, RejectedReason, SeenFile, ToolOutcomeKind } from "./event-parts.ts";
export { evolve } from "./evolve.ts";
export { Frame, LiveSnapshot, Progress } from "./frame.ts";
export { haltedState } from "./halted-state.ts";
export { CallId, OpId, SessionId, TurnId } from "./ids.ts";
export { BlobName, ImageType, imageBounds, KeptImage, SentImage } from "./image.ts";
export { isLoopback } from "./loopback.ts";
export { Capabilities, EngineStatus, ModelFacts, ModelSource } from "./model-facts.ts";
export { MemoryNeed, MemoryTaken, ModelId, ModelOnDisk } from "./model-on-disk.ts";
export {
  ExamQuestion,
  LandingCount,
  ModelProfile,
  SlotCount,
  TemplateAudit,
  ToolsDialect,
} from "./model-profile.ts";
export { Op, OpAnswer, type OpBody, type OpType } from "./op.ts";
export { isAnswered, openCalls, waitingCalls } from "./open-calls.ts";
export { parseJson } from "./parse-json.ts";
export { isPending } from "./pending-words.ts";
export { type Prompt, PromptCall, PromptImage, PromptMessage, ToolSpec } from "./prompt.ts";
export { type ReadLine, readEvent } from "./read-event.ts";
export { alwaysAsks, Mode, Risk, RiskReason } from "./risk.ts";
export { DaemonStatus, type RouteName, type Routes, routes } from "./routes.ts";
export { Sampling } from "./sampling.ts";
export { attentionOf } from "./select/attention.ts";
export { estimateShare, estimateTokens } from "./select/estimate-tokens.ts";
export {
  isThinking,
  joinedText,
  type Live,
  nothingLive,
  withLiveEvent,
  withLiveFrame,
} from "./select/live.ts";
export { estimateWritten, type Phase, phaseOf } from "./select/phase.ts";
export { type TurnCost, turnCost } from "./select/turn-cost.ts";
export { Sequence } from "./sequence.ts";
export { type CallRun, emptySession, type OpenTurn, type SessionState } from "./session-state.ts";
export { Attention, LogDamage, SessionSummary } from "./session-summary.ts";
export { Setting } from "./setting.ts";
export { summarise } from "./summarise.ts";
export type {
  CompactionEntry,
  ContextNote,
  EndEntry,
  Entry,
  FileChange,
  NoteEntry,
  PendingWords,
  ReplyEntry,
  ToolEntry,
  ToolStatus,
  UserEntry,
} from "./timeline.ts";
export { FinishReason, Usage } from "./usage.ts";
export { type VisiblePiece, visibleName, visiblePieces, visibleText } from "./visible.ts";
