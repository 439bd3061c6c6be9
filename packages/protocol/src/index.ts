export { AheadCounters, ReadAhead } from "./ahead-counters.ts";
export { CacheMiss, CacheMissReason, isFelt } from "./cache-miss.ts";
export { CallSubject, exactBytes, mayOnlyRead, SimpleCommand, ToolDisplay } from "./call-subject.ts";
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
export { ErrorBody, ErrorCode, ErrorParams, Failure, FailureHint } from "./error-code.ts";
export { errorFacts } from "./error-facts.ts";
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
export { Frame, LiveSnapshot, OutageReason, Progress } from "./frame.ts";
export { CommandCoverage, TouchedFile, UncoveredReason } from "./history/command-coverage.ts";
export {
  FileModes,
  FileRestoration,
  RefusedFile,
  RestoredFile,
  UndoTarget,
} from "./history/file-restoration.ts";
export { ForkOrigin, IntendedChange, RewindCause } from "./history/history-events.ts";
export { CallId, callName, OpId, SessionId, TurnId } from "./ids.ts";
export { ImageType, KeptImage, SentImage } from "./image.ts";
export { imageBounds } from "./image-bounds.ts";
export { JobEnd, type JobEntry, JobId, JobOutput } from "./job.ts";
export { jobKindOf } from "./job-kind-of.ts";
export { NewSession } from "./new-session.ts";
export { Op, OpAnswer, type OpBody } from "./op.ts";
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
export { ApprovalScope, alwaysAsks, Mode, Risk, RiskReason, stricterMode } from "./risk.ts";
export { changedSampling, Sampling, SamplingChange } from "./sampling.ts";
export { Attention, LogDamage, RemovedSession, SessionSummary } from "./session-summary.ts";
export { FinishReason, Usage } from "./usage.ts";
