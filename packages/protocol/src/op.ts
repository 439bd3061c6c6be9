import { z } from "zod";
import { UndoTarget } from "./history/file-restoration.ts";
import { CallId, OpId, TurnId } from "./ids.ts";
import { SentImage } from "./image.ts";
import { imageBounds } from "./image-bounds.ts";
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

/** A command to a session. It may be refused; its results are events that carry `opId`. */
export const Op = z.discriminatedUnion("type", [
  /**
   * Starts a turn, or joins the running one: then the text reaches the model after the current call. Pictures only if the model supports
   * them (otherwise `no_vision`), and only with a new turn (otherwise `session_busy`).
   */
  z.strictObject({
    opId,
    type: z.literal("send-message"),
    text: words.min(1),
    images: z.array(SentImage).max(imageBounds.count).optional(),
    /** Constrains the answer to one JSON value of this schema, if the server supports it. Only with a new turn. */
    answerSchema: z.record(z.string(), z.unknown()).optional(),
    /** Some of the text was pasted. */
    pasted: z.literal(true).optional(),
    sender,
  }),
  /** Changes a message that has not reached the model yet, by its op; without words it is withdrawn. */
  z.strictObject({ opId, type: z.literal("edit-pending"), words: OpId, text: words }),
  z.strictObject({
    opId,
    type: z.literal("approve"),
    callId: CallId,
    digest: z.string(),
    scope: ApprovalScope,
    /** Rules to allow in addition to this call; each must match it. Without them only these bytes are allowed. */
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
  /** Revokes a grant of the session: a call by its digest, or a rule. */
  z.strictObject({
    opId,
    type: z.literal("revoke"),
    grant: z.union([z.strictObject({ digest: z.string() }), z.strictObject({ rule: RuleText })]),
  }),
  /** Sampling in this session from the next request on; omitted parameters stay. */
  z.strictObject({ opId, type: z.literal("set-sampling"), change: SamplingChange }),
  /**
   * Compacts: a summary replaces the earlier messages, at once between turns (`started`), else before the next step (`pending`). `matters`:
   * what it must keep. Refused with `nothing_to_compact` when it would free nothing.
   */
  z.strictObject({ opId, type: z.literal("compact"), matters: z.string().max(2_000).optional() }),
  /**
   * Restores files, each only while it is as the session left it; the results are in `files.restored`. Between turns only (otherwise
   * `session_busy`). Refused with `nothing_to_undo`.
   */
  z.strictObject({ opId, type: z.literal("undo"), target: UndoTarget }),
  /**
   * Removes the message of a turn, and everything after it, from the conversation. `files`: also undoes the changes to files since. `again`
   * sends the same message once more, `text` sends another one instead. Between turns only.
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
   * Adds the text of a prompt or a skill to the next message. Between turns only (otherwise `session_busy`). Refused with `not_found` for
   * an unknown name.
   */
  z.strictObject({
    opId,
    type: z.literal("invoke"),
    name: z.string().min(1).max(64),
    argument: z.string().max(20_000).optional(),
  }),
  /** Whether a snapshot of the files is taken before each command that may change some, so that an undo covers it. */
  z.strictObject({ opId, type: z.literal("set-snapshots"), on: z.boolean() }),
  /** Whether this session uses memory. Off makes it private: it gets no facts, and nothing is proposed from it. */
  z.strictObject({ opId, type: z.literal("set-memory"), on: z.boolean() }),
  /** Whether a larger model takes over a turn. Refused with `not_found` when no such offer is open. */
  z.strictObject({ opId, type: z.literal("answer-escalation"), offer: z.string(), accepted: z.boolean() }),
  /** Lets this session continue with another model than before. A demonstration model never continues another model's session. */
  z.strictObject({ opId, type: z.literal("accept-model"), from: ModelOrigin }),
  z.strictObject({ opId, type: z.literal("set-title"), title: z.string().trim().min(1).max(200) }),
  /** Omitted marks stay. */
  z.strictObject({ opId, type: z.literal("mark"), ...SessionMarks.shape }),
  /** Continues a cut answer. Refused with `nothing_to_continue`. */
  z.strictObject({ opId, type: z.literal("continue") }),
]);
export type Op = z.infer<typeof Op>;

type WithoutId<Each> = Each extends Op ? Omit<Each, "opId"> : never;
/** An op before it gets its id. */
export type OpBody = WithoutId<Op>;

/**
 * The result of an op. A message `started` a turn, `joined` the running one, or is `pending`: it was too late for one turn and is sent with
 * the next message. The same op is always answered the same, also after a restart.
 */
export const OpAnswer = z.object({
  accepted: z.enum(["started", "joined", "pending", "done"]),
  turnId: TurnId.optional(),
});
export type OpAnswer = z.infer<typeof OpAnswer>;
