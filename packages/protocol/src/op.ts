import { z } from "zod";
import { UndoTarget } from "./history/file-restoration.ts";
import { CallId, OpId, TurnId } from "./ids.ts";
import { imageBounds, SentImage } from "./image.ts";
import { JobId } from "./job.ts";
import { ModelOrigin } from "./model-origin.ts";
import { SenderId } from "./origin.ts";
import { RuleText } from "./permission/rule.ts";
import { questionBounds } from "./question.ts";
import { ApprovalScope, Mode } from "./risk.ts";
import { SamplingChange } from "./sampling.ts";
import { SessionMarks } from "./session-summary.ts";

const words = z.string().max(200_000);
const opId = OpId;
/** The sender in a channel. Not kept for other clients. */
const sender = SenderId.optional();

/** What a client may ask of a session. Commands: they may be refused; what happened is told by events that carry `opId`. */
export const Op = z.discriminatedUnion("type", [
  /**
   * Starts a turn, or joins the one that runs: then the words reach the model after the current call. Pictures only where
   * the model sees (otherwise `no_vision`) and only with a turn of their own (otherwise `session_busy`).
   */
  z.strictObject({
    opId,
    type: z.literal("send-message"),
    text: words.min(1),
    images: z.array(SentImage).max(imageBounds.count).optional(),
    /** The answer is one JSON value of this schema, where the server can hold a reply to one. Only with a turn of its own. */
    answerSchema: z.record(z.string(), z.unknown()).optional(),
    /** Some of the words were pasted. */
    pasted: z.literal(true).optional(),
    sender,
  }),
  /** Changes words that have not reached the model yet, by the op that brought them; no words takes them back. */
  z.strictObject({ opId, type: z.literal("edit-pending"), words: OpId, text: words }),
  z.strictObject({
    opId,
    type: z.literal("approve"),
    callId: CallId,
    digest: z.string(),
    scope: ApprovalScope,
    /** What is allowed from now on beside these bytes; each has to be about this call. Without them the bytes alone are. */
    rules: z.array(RuleText).min(1).max(20).optional(),
    sender,
  }),
  z.strictObject({
    opId,
    type: z.literal("deny"),
    callId: CallId,
    digest: z.string(),
    reason: z.string().max(2_000).optional(),
    sender,
  }),
  /** Answers a question of the model: with text, without (`dismissed`), or because no user can be asked. */
  z.strictObject({
    opId,
    type: z.literal("answer-question"),
    callId: CallId,
    digest: z.string(),
    end: z.enum(["answered", "dismissed", "nobody"]),
    text: z.string().min(1).max(questionBounds.answer).optional(),
  }),
  /** Ends a job. Refused with `not_found` when it does not run. */
  z.strictObject({ opId, type: z.literal("stop-job"), job: JobId }),
  z.strictObject({ opId, type: z.literal("cancel") }),
  /** Ends the thinking: the running reply answers now. Refused with `no_open_turn` when the model is not thinking. */
  z.strictObject({ opId, type: z.literal("answer-now") }),
  z.strictObject({ opId, type: z.literal("set-mode"), mode: Mode }),
  /** Takes back what was allowed for the session: bytes by their digest, or a rule. */
  z.strictObject({
    opId,
    type: z.literal("revoke"),
    grant: z.union([z.strictObject({ digest: z.string() }), z.strictObject({ rule: RuleText })]),
  }),
  /** How words are drawn in this session from the next request on; what is not named stays. */
  z.strictObject({ opId, type: z.literal("set-sampling"), change: SamplingChange }),
  /**
   * Makes room: a summary takes the place of the earlier messages, at once between turns (`started`), else before the
   * next step (`pending`). `matters`: what it is to keep above all. Refused with `nothing_to_compact` where it would free nothing.
   */
  z.strictObject({ opId, type: z.literal("compact"), matters: z.string().max(2_000).optional() }),
  /**
   * Puts files back, each only while it is what the session left; what became of each is told by `files.restored`. Between
   * turns only (otherwise `session_busy`). Refused with `nothing_to_undo`.
   */
  z.strictObject({ opId, type: z.literal("undo"), target: UndoTarget }),
  /**
   * Removes the message of a turn, and everything after it, from the conversation. `files`: also undoes the changes to files since.
   * `again` sends the same message once more, `text` sends another one in its place. Between turns only.
   */
  z.strictObject({
    opId,
    type: z.literal("rewind"),
    turn: TurnId,
    again: z.literal(true).optional(),
    text: words.min(1).optional(),
    files: z.literal(true).optional(),
  }),
  /**
   * Puts the words of a prompt or a skill beside the next message. Between turns only (otherwise `session_busy`). Refused with
   * `not_found` where there is none of that name.
   */
  z.strictObject({
    opId,
    type: z.literal("invoke"),
    name: z.string().min(1).max(64),
    argument: z.string().max(20_000).optional(),
  }),
  /** Whether a snapshot of the files is taken before each command that may change some, so that an undo covers it. */
  z.strictObject({ opId, type: z.literal("set-snapshots"), on: z.boolean() }),
  /** Whether this session uses memory. Off, it is private: it is given no facts, and nothing is proposed from it. */
  z.strictObject({ opId, type: z.literal("set-memory"), on: z.boolean() }),
  /** Whether a larger model takes a turn over. Refused with `not_found` where no such offer is open. */
  z.strictObject({ opId, type: z.literal("answer-escalation"), offer: z.string(), accepted: z.boolean() }),
  /**
   * This session may go on with the model from there, another one than before, when it answers. A demonstration model never
   * goes on with the session of another.
   */
  z.strictObject({ opId, type: z.literal("accept-model"), from: ModelOrigin }),
  z.strictObject({ opId, type: z.literal("set-title"), title: z.string().trim().min(1).max(200) }),
  /** What is not named stays. */
  z.strictObject({ opId, type: z.literal("mark"), ...SessionMarks.shape }),
  /** Has an answer that was cut go on. Refused with `nothing_to_continue`. */
  z.strictObject({ opId, type: z.literal("continue") }),
]);
export type Op = z.infer<typeof Op>;

type WithoutId<Each> = Each extends Op ? Omit<Each, "opId"> : never;
/** An op before it has its name. */
export type OpBody = WithoutId<Op>;

/**
 * What became of an op. A message `started` a turn, `joined` the running one, or is `pending`: it came too late for one turn
 * and goes beside the next message. The same op again is answered the same, also after a restart.
 */
export const OpAnswer = z.object({
  accepted: z.enum(["started", "joined", "pending", "done"]),
  turnId: TurnId.optional(),
});
export type OpAnswer = z.infer<typeof OpAnswer>;
