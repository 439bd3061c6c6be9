import { z } from "zod";
import { CallId, OpId, TurnId } from "./ids.ts";
import { imageBounds, SentImage } from "./image.ts";
import { Mode } from "./risk.ts";

const words = z.string().max(200_000);
const opId = OpId;

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
  }),
  /** Changes words that have not reached the model yet, by the op that brought them; no words takes them back. */
  z.strictObject({ opId, type: z.literal("edit-pending"), words: OpId, text: words }),
  z.strictObject({
    opId,
    type: z.literal("approve"),
    callId: CallId,
    digest: z.string(),
    scope: z.enum(["once", "session"]),
  }),
  z.strictObject({
    opId,
    type: z.literal("deny"),
    callId: CallId,
    digest: z.string(),
    reason: z.string().max(2_000).optional(),
  }),
  z.strictObject({ opId, type: z.literal("cancel") }),
  /** Enough thinking: the reply being spoken is to answer. Refused with `no_open_turn` when nothing is thinking. */
  z.strictObject({ opId, type: z.literal("answer-now") }),
  z.strictObject({ opId, type: z.literal("set-mode"), mode: Mode }),
]);
export type Op = z.infer<typeof Op>;
export type OpType = Op["type"];

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
