import { z } from "zod";
import { CacheMiss } from "./cache-miss.ts";
import { CallSubject } from "./call-subject.ts";
import { DescribedCapability } from "./catalog-line.ts";
import { ReminderCause, ReplyCut, TurnEndReason, UnfinishedFact } from "./causes.ts";
import { CrewJob } from "./crew.ts";
import { Failure } from "./error-code.ts";
import { EscalationAnswered, EscalationEnded, EscalationOffered } from "./escalation.ts";
import {
  CallFormat,
  CompactionCause,
  ContextKind,
  Prefix,
  RejectedReason,
  RequestPurpose,
  SeenFile,
  ToolOutcomeKind,
} from "./event-parts.ts";
import { HelperParent } from "./helper.ts";
import { ForkOrigin, historyEvents, IntendedChange } from "./history/history-events.ts";
import { HookAnswer } from "./hook.ts";
import { CallId, OpId, ReportId, SessionId, TurnId } from "./ids.ts";
import { KeptImage } from "./image.ts";
import { JobEnded, JobStarted } from "./job.ts";
import { LoadoutStamp } from "./loadout.ts";
import { ModelOrigin } from "./model-origin.ts";
import { Origin } from "./origin.ts";
import { RuleOrigin, RuleText } from "./permission/rule.ts";
import { PermissionStep } from "./permission/trace.ts";
import { QuestionAnswered, QuestionAsked } from "./question.ts";
import { ApprovalScope, Mode, Risk, RiskReason } from "./risk.ts";
import { Sampling } from "./sampling.ts";
import { SessionMarks } from "./session-summary.ts";
import { InstructionSource } from "./trust.ts";
import { FinishReason, Usage } from "./usage.ts";
import { windowEvents } from "./window-events.ts";

/** The result of a call. */
const ToolFinished = z.object({
  type: z.literal("tool.finished"),
  turnId: TurnId,
  callId: CallId,
  outcome: ToolOutcomeKind,
  /** What the model sees. */
  content: z.string(),
  exitCode: z.int().optional(),
  durationMs: z.number().nonnegative().optional(),
  seen: z.array(SeenFile).optional(),
  /** The file with the whole output when `content` is cut. */
  spillFile: z.string().optional(),
  /** Digest of the tool's own result, without any reminder: equal digests are equal results. */
  resultDigest: z.string().optional(),
  /** What the call did or would have done. */
  risk: Risk.optional(),
  /** Why `content` contains added text. */
  cause: ReminderCause.optional(),
  /** Pictures that the model sees with it. */
  images: z.array(KeptImage).optional(),
  /** Items of the model's plan that are still open after this call. */
  openItems: z.array(z.string()).optional(),
  /** The capabilities that `content` describes, by their names for `use`. */
  described: z.array(DescribedCapability).optional(),
  /** Web pages that `content` is from. */
  sources: z.array(z.object({ url: z.string(), title: z.string() })).optional(),
  /** The session of the subagent that answered. */
  helper: SessionId.optional(),
  /** The answers of the user's hooks. */
  hooks: z.array(HookAnswer).optional(),
  /** The tool failed inside Kestrel. */
  report: ReportId.optional(),
});

/** The first event of a session: freezes the prefix, and records the session's origin. */
const SessionOpened = z.object({
  type: z.literal("session.opened"),
  sessionId: SessionId,
  workspace: z.string(),
  prefix: Prefix,
  mode: Mode,
  /** The session this one continues with a summary. */
  continues: SessionId.optional(),
  forkedFrom: ForkOrigin.optional(),
  /** Of a helper: whose call it answers. */
  parent: HelperParent.optional(),
  /** The channel that it belongs to. */
  origin: Origin.optional(),
  /** Sampling parameters of this session that override the configured ones. */
  sampling: Sampling.optional(),
  /** The user's part of the system prompt. The prefix contains it. */
  systemText: z.string().optional(),
  /** The loadout it was created with. */
  loadout: LoadoutStamp.optional(),
  version: z.string(),
});

const turnId = TurnId;
const callId = CallId;
/** The op that caused it. */
const opId = OpId.optional();
/** Absent for words and answers from this machine. */
const origin = Origin.optional();
const step = z.int().positive();
const offset = z.int().nonnegative();

/** Something that happened in a session. Named `noun.past`; fields are only ever added. */
export const EventBody = z.discriminatedUnion("type", [
  SessionOpened,
  /** By the person where there is an op, else by Kestrel. */
  z.object({ type: z.literal("session.titled"), title: z.string(), opId }),
  /** Unnamed marks stay. */
  SessionMarks.extend({ type: z.literal("session.marked"), opId }),
  z.object({ type: z.literal("mode.set"), mode: Mode, opId }),
  /** All that the session asks for from now on. */
  z.object({ type: z.literal("sampling.set"), sampling: Sampling, opId }),
  z.object({
    type: z.literal("turn.started"),
    turnId,
    text: z.string(),
    images: z.array(KeptImage).optional(),
    /** The text is Kestrel's own: a request to continue a cut answer. */
    goesOn: z.literal(true).optional(),
    /** Its replies are held to this JSON schema where the server can do that. */
    answerSchema: z.record(z.string(), z.unknown()).optional(),
    /** Additions that did not fit: `hook`, `memory/ID`, or the name of a capability. */
    leftOut: z.array(z.string()).optional(),
    /** Some of the words were pasted: not all of them were typed. */
    pasted: z.literal(true).optional(),
    origin,
    opId,
  }),
  /** Words for the running turn, safe from here on; `context.added` follows when they reach the model. */
  z.object({ type: z.literal("steering.queued"), turnId, text: z.string(), origin, opId }),
  /**
   * A prompt or a skill called within a turn, durable from here on; `context.added` follows when it reaches the model, or it is
   * added to the next message.
   */
  z.object({
    type: z.literal("note.queued"),
    turnId,
    kind: ContextKind,
    text: z.string(),
    described: z.array(DescribedCapability).optional(),
    opId,
  }),
  /** A message that came too late for a turn: sent with the next one. */
  z.object({ type: z.literal("words.kept"), text: z.string(), origin, opId: OpId }),
  /** Words that have not reached the model are others now; no text: they are taken back. */
  z.object({ type: z.literal("pending.edited"), words: OpId, text: z.string(), origin, opId }),
  /** Whether facts that the person asked to be remembered are given to this session, from now on. */
  z.object({ type: z.literal("memory.set"), on: z.boolean(), opId }),
  z.object({
    type: z.literal("context.added"),
    kind: ContextKind,
    text: z.string(),
    /** Why a reminder was given. */
    cause: ReminderCause.optional(),
    /** Of instructions: the files they are from. */
    sources: z.array(InstructionSource).optional(),
    /** For an attached capability: the source of the text. */
    described: z.array(DescribedCapability).optional(),
    /** Of steering: the op that brought the words. */
    opId,
  }),
  z.object({
    type: z.literal("request.sent"),
    turnId,
    step,
    messages: z.int().positive(),
    /** Digests of the messages that no earlier request of this session had. */
    added: z.array(z.string()),
    /** Digest of the tool list. */
    tools: z.string(),
    /** Tokens the server should find in its cache: previous prompt + reply - 1. Absent before the first reply. */
    expectedReuse: z.int().nonnegative().optional(),
    /** The first message that is another one than in the request before; absent while the prompt only grew. */
    differsAt: z.int().nonnegative().optional(),
    /** Names the running server: another one has another cache. */
    instance: z.string().optional(),
    /** The label of the model of the request. */
    model: z.string().optional(),
    /** Its origin, at the session's first request to it. */
    from: ModelOrigin.optional(),
    callFormat: CallFormat.optional(),
    /**
     * Why the step was requested again; the previous reply is dropped. `repeat`: it only repeated a call, and the sampling is more
     * random now. `ending`: it was empty, or text where a call was expected; a form requests a call, or the end.
     * `whole_file`, `answer`: the reply is begun as a file or as an answer, in place of its call.
     */
    cause: z.enum(["repeat", "ending", "whole_file", "answer"]).optional(),
    /** Absent for a step. Of a compaction at rest, `turnId` names the compaction: no turn is open then. */
    purpose: RequestPurpose.optional(),
    /** Why, where it is no step, and the op that asked for it. */
    why: CompactionCause.optional(),
    opId,
  }),
  z.object({
    type: z.literal("reply.reasoning"),
    turnId,
    step,
    offset,
    text: z.string(),
    /** The text of this reply until here was thinking; its text offsets start at 0 again. */
    insteadOfText: z.literal(true).optional(),
  }),
  z.object({ type: z.literal("reply.text"), turnId, step, offset, text: z.string() }),
  z.object({
    type: z.literal("reply.completed"),
    turnId,
    step,
    finish: FinishReason,
    /** The text without call markup, when it differs from the generated one. */
    text: z.string().optional(),
    usage: Usage.optional(),
    reasoningMs: z.number().nonnegative().optional(),
    failure: Failure.optional(),
    /** Set when a guard ended it; `after_call`: its calls were whole and stand. */
    cut: z.enum([...ReplyCut.options, "after_call"]).optional(),
    /** Calls that could not be run and were asked for once more; they are in no history. */
    retried: z.array(RejectedReason.extend({ tool: z.string() })).optional(),
    /** The model ended the turn by a form: whether it is done in its own word, and why. */
    finished: z.object({ done: z.boolean(), why: z.string() }).optional(),
    /** Kestrel failed while it looked for calls in the reply; its text is unchanged. */
    report: ReportId.optional(),
    /** That of its request. `text` is then the summary as the model gave it; it is in no history. */
    purpose: RequestPurpose.optional(),
    /** The person asked for its thinking to end. */
    opId,
  }),
  /** The server re-processed tokens that should have been cached. */
  CacheMiss.extend({ type: z.literal("cache.missed"), turnId, step, instance: z.string().optional() }),
  z.object({
    type: z.literal("tool.requested"),
    turnId,
    step,
    callId,
    tool: z.string(),
    /** JSON text of the arguments, exactly as they enter the history. */
    arguments: z.string(),
    /** The subject of the call, from its tool; absent for a call that cannot be run and in old logs. */
    subject: CallSubject.optional(),
    /** Where the call was found when the server had not parsed it; `schema`: asked for once more, held to its schema; `whole_file`: a file written whole in its text. */
    recovered: z.enum(["text", "reasoning", "schema", "whole_file"]).optional(),
    /** Not the model's call: Kestrel made it, and the history shows it as the model's. */
    by: z.literal("kestrel").optional(),
    /** The prompt shows its result as text in front of the message, and no call. */
    laid: z.literal("text").optional(),
    /** The repairs of the arguments. */
    repairs: z.array(z.string()).optional(),
    /** Set when the call cannot be run; `got` is what the model wrote, at most 200 characters of it. */
    rejected: RejectedReason.optional(),
    /** Kestrel failed while it described the call; it is treated as one that may do anything. */
    report: ReportId.optional(),
  }),
  z.object({
    type: z.literal("approval.requested"),
    turnId,
    callId,
    /** Binds the answer to workspace, tool, argument bytes and the preconditions of the assessment. */
    digest: z.string(),
    risk: Risk,
    reasons: z.array(RiskReason),
    /** The change to a file as a unified diff, when the tool can compute it. */
    preview: z.object({ path: z.string(), diff: z.string() }).optional(),
    /** The steps that led the gate to ask. */
    trace: z.array(PermissionStep).optional(),
    /** The rules that together would allow exactly this; absent where nothing of the kind is remembered. */
    rules: z.array(RuleText).optional(),
    /** The model that reviews the call at the same time; its opinion is added to the question later, and decides nothing. */
    reviewer: z.string().optional(),
    /** Kestrel failed while it judged the call; it is treated as the worst it could be. */
    report: ReportId.optional(),
  }),
  z.object({
    type: z.literal("approval.resolved"),
    turnId,
    callId,
    digest: z.string(),
    decision: z.enum(["allowed", "denied", "expired"]),
    scope: ApprovalScope.optional(),
    by: z.enum(["user", "grant", "rule", "end"]),
    /** The rules granted with the answer, or the ones that allowed the call. */
    rules: z.array(RuleText).optional(),
    /** The origin of each rule that allowed it, in order. Absent in older logs. */
    origins: z.array(RuleOrigin).optional(),
    reason: z.string().optional(),
    /** For a used grant: no `approval.requested` has its risk. */
    risk: Risk.optional(),
    reasons: z.array(RiskReason).optional(),
    origin,
    opId,
  }),
  /** Something that was allowed for the session is not any more. */
  z.object({
    type: z.literal("grant.revoked"),
    digest: z.string().optional(),
    rule: z.string().optional(),
    opId,
  }),
  z.object({
    type: z.literal("tool.started"),
    turnId,
    callId,
    /** Only for a call that writes. When the log has no end of the call, the file shows whether it was done. */
    change: IntendedChange.optional(),
  }),
  ToolFinished,
  QuestionAsked,
  QuestionAnswered,
  /** The user allowed the session to continue with the model of that origin. */
  z.object({ type: z.literal("model.accepted"), from: ModelOrigin, opId }),
  JobStarted,
  JobEnded,
  CrewJob,
  EscalationOffered,
  EscalationAnswered,
  EscalationEnded,
  ...windowEvents,
  ...historyEvents,
  z.object({
    type: z.literal("turn.ended"),
    turnId,
    reason: TurnEndReason,
    failure: Failure.optional(),
    /** For `unfinished`: the evidence, and the model's own text about what is missing. */
    unfinished: z.object({ fact: UnfinishedFact, why: z.string().optional() }).optional(),
    /** From the message to here, without the time the person took to answer. */
    durationMs: z.number().nonnegative().optional(),
    /** Of a turn that was stopped. */
    opId,
    /** The arithmetic of `context_full`, in tokens. */
    arithmetic: z.object({ needed: z.int(), reserve: z.int(), window: z.int(), folded: z.int() }).optional(),
    /**
     * Entries, by number, that were never sent and can never fit. From here on the model sees `text` instead; an output without one
     * is folded.
     */
    shortened: z.array(z.object({ seq: z.int().positive(), text: z.string().optional() })).optional(),
  }),
  /** Everything before it comes from a file. Grants in it are void from here on. */
  z.object({ type: z.literal("session.imported") }),
  z.object({ type: z.literal("log.repaired"), bytes: z.int().positive() }),
]);
export type EventBody = z.infer<typeof EventBody>;
export type EventType = EventBody["type"];

/** A body becomes an event when the log stamps it: `seq` counts from 1 without gaps, `at` is ISO 8601. */
export const SessionEvent = z.object({
  v: z.literal(1),
  seq: z.int().positive(),
  at: z.iso.datetime(),
  body: EventBody,
});
export type SessionEvent = z.infer<typeof SessionEvent>;

/** The body of one type. */
export type EventOf<Type extends EventType> = Extract<EventBody, { type: Type }>;
