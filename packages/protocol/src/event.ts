import { z } from "zod";
import { CacheMiss } from "./cache-miss.ts";
import { CallSubject } from "./call-subject.ts";
import { DescribedCapability } from "./catalog-line.ts";
import { ReminderCause, ReplyCut, TurnEndReason, UnfinishedFact } from "./causes.ts";
import { CrewJob } from "./crew.ts";
import { Failure } from "./error-code.ts";
import { EscalationAnswered, EscalationEnded, EscalationOffered } from "./escalation.ts";
import { CallFormat, CompactionCause, ContextKind, RejectedReason, RequestPurpose } from "./event-parts.ts";
import { historyEvents, IntendedChange } from "./history/history-events.ts";
import { CallId, OpId, ReportId, TurnId } from "./ids.ts";
import { KeptImage } from "./image.ts";
import { JobEnded, JobStarted } from "./job.ts";
import { ModelOrigin } from "./model-origin.ts";
import { Origin } from "./origin.ts";
import { RuleOrigin, RuleText } from "./permission/rule.ts";
import { PermissionStep } from "./permission/trace.ts";
import { QuestionAnswered, QuestionAsked } from "./question.ts";
import { ApprovalScope, Mode, Risk, RiskReason } from "./risk.ts";
import { Sampling } from "./sampling.ts";
import { SessionOpened } from "./session-opened.ts";
import { SessionMarks } from "./session-summary.ts";
import { ToolFinished } from "./tool-finished.ts";
import { InstructionSource } from "./trust.ts";
import { FinishReason, Usage } from "./usage.ts";
import { windowEvents } from "./window-events.ts";

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
  /** What is not named stays. */
  SessionMarks.extend({ type: z.literal("session.marked"), opId }),
  z.object({ type: z.literal("mode.set"), mode: Mode, opId }),
  /** All that the session asks for from now on. */
  z.object({ type: z.literal("sampling.set"), sampling: Sampling, opId }),
  z.object({
    type: z.literal("turn.started"),
    turnId,
    text: z.string(),
    images: z.array(KeptImage).optional(),
    /** The words are Kestrel's own: a cut answer was asked to go on. */
    goesOn: z.literal(true).optional(),
    /** Its replies are held to this JSON schema where the server can do that. */
    answerSchema: z.record(z.string(), z.unknown()).optional(),
    /** What had no room beside it: `hook`, `memory/ID`, or the name of a capability. */
    leftOut: z.array(z.string()).optional(),
    /** Some of the words were pasted: not all of them were typed. */
    pasted: z.literal(true).optional(),
    origin,
    opId,
  }),
  /** Words for the running turn, safe from here on; `context.added` follows when they reach the model. */
  z.object({ type: z.literal("steering.queued"), turnId, text: z.string(), origin, opId }),
  /** A prompt or a skill called within a turn, safe from here on; `context.added` follows where it reaches the model, or it stands beside the next message. */
  z.object({
    type: z.literal("note.queued"),
    turnId,
    kind: ContextKind,
    text: z.string(),
    described: z.array(DescribedCapability).optional(),
    opId,
  }),
  /** Words that came too late for a turn: they go beside the next message. */
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
    /** Of what is laid ready: whose words these are. */
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
    /** The label of the model that is asked. */
    model: z.string().optional(),
    /** Where it comes from, at the session's first request to it. */
    from: ModelOrigin.optional(),
    callFormat: CallFormat.optional(),
    /**
     * Why the step was asked anew; the reply before stands nowhere. `repeat`: it only made a call again, and more chance is
     * given now. `ending`: it was empty, or words where a call was wanted; a form asks for a call, or for the end.
     */
    cause: z.enum(["repeat", "ending"]).optional(),
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
    /** What came as text of this reply until here was this thinking; the offsets of its text begin at 0 again. */
    insteadOfText: z.literal(true).optional(),
  }),
  z.object({ type: z.literal("reply.text"), turnId, step, offset, text: z.string() }),
  z.object({
    type: z.literal("reply.completed"),
    turnId,
    step,
    finish: FinishReason,
    /** The words without call markup, when they differ from what was spoken. */
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
    /** Kestrel failed while it looked for calls in the reply; its text stands as it was spoken. */
    report: ReportId.optional(),
    /** That of its request. `text` is then the summary as the model gave it; it is in no history. */
    purpose: RequestPurpose.optional(),
    /** The person asked for its thinking to end. */
    opId,
  }),
  /** The server read again what it should have found in its cache. */
  CacheMiss.extend({ type: z.literal("cache.missed"), turnId, step, instance: z.string().optional() }),
  z.object({
    type: z.literal("tool.requested"),
    turnId,
    step,
    callId,
    tool: z.string(),
    /** JSON text of the arguments, exactly as they enter the history. */
    arguments: z.string(),
    /** What it is about, by its tool; absent for a call that cannot be run and in old logs. */
    subject: CallSubject.optional(),
    /** Where the call was found when the server had not parsed it; `schema`: asked for once more, held to its schema; `whole_file`: a file written whole in its text. */
    recovered: z.enum(["text", "reasoning", "schema", "whole_file"]).optional(),
    /** Not the model's call: Kestrel made it, and it stands in the history as if the model had. */
    by: z.literal("kestrel").optional(),
    /** What was mended in the arguments. */
    repairs: z.array(z.string()).optional(),
    /** Set when the call cannot be run; `got` is what the model wrote, at most 200 characters of it. */
    rejected: RejectedReason.optional(),
    /** Kestrel failed while it looked at what the call is about; it is treated as one that may do anything. */
    report: ReportId.optional(),
  }),
  z.object({
    type: z.literal("approval.requested"),
    turnId,
    callId,
    /** Binds the answer to workspace, tool, argument bytes and the ground the call was judged on. */
    digest: z.string(),
    risk: Risk,
    reasons: z.array(RiskReason),
    /** What the call would do to a file, as a unified diff, when the tool can tell. */
    preview: z.object({ path: z.string(), diff: z.string() }).optional(),
    /** How the gate came to ask. */
    trace: z.array(PermissionStep).optional(),
    /** The rules that together would allow exactly this; absent where nothing of the kind is remembered. */
    rules: z.array(RuleText).optional(),
    /** The model that was asked for a second look at the same time; what it says joins the question later, and decides nothing. */
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
    /** What was allowed from then on, or by what it was let through. */
    rules: z.array(RuleText).optional(),
    /** Of rules that let it through: where each comes from, in their order. Older logs do not say. */
    origins: z.array(RuleOrigin).optional(),
    reason: z.string().optional(),
    /** Of a grant that was used: the person was not asked, so no `approval.requested` tells them. */
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
  /** The person said that the session may go on with the model from there. */
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
    /** Of `unfinished`: what speaks against it, and in the model's words what is missing. */
    unfinished: z.object({ fact: UnfinishedFact, why: z.string().optional() }).optional(),
    /** From the message to here, without the time the person took to answer. */
    durationMs: z.number().nonnegative().optional(),
    /** Of a turn that was stopped. */
    opId,
    /** The arithmetic of `context_full`, in tokens. */
    arithmetic: z.object({ needed: z.int(), reserve: z.int(), window: z.int(), folded: z.int() }).optional(),
    /**
     * What was never sent and can never fit: the entries of these numbers. From here on the model sees `text` in the place of
     * the words; an output without one is folded.
     */
    shortened: z.array(z.object({ seq: z.int().positive(), text: z.string().optional() })).optional(),
  }),
  /** Everything before it comes from a file. From here on nothing is allowed that was allowed there. */
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
