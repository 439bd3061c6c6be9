import { z } from "zod";
import { CallId } from "./ids.ts";
import { imageBounds, SentImage } from "./image.ts";
import { Mode } from "./risk.ts";

/** What a client may ask of a session. Commands: they may be refused; what happened is told by events. */
export const Op = z.discriminatedUnion("type", [
  /** Pictures only where the model sees; otherwise refused with `no_vision`, and nothing is kept. */
  z.strictObject({
    type: z.literal("send-message"),
    text: z.string().min(1).max(200_000),
    images: z.array(SentImage).max(imageBounds.count).optional(),
  }),
  /** Words for the running turn; they reach the model after the current tool call. */
  z.strictObject({ type: z.literal("steer"), text: z.string().min(1).max(200_000) }),
  z.strictObject({
    type: z.literal("approve"),
    callId: CallId,
    digest: z.string(),
    scope: z.enum(["once", "session"]),
  }),
  z.strictObject({
    type: z.literal("deny"),
    callId: CallId,
    digest: z.string(),
    reason: z.string().max(2_000).optional(),
  }),
  z.strictObject({ type: z.literal("cancel") }),
  /** Enough thinking: the reply being spoken is to answer. Refused with `no_open_turn` when nothing is thinking. */
  z.strictObject({ type: z.literal("answer-now") }),
  z.strictObject({ type: z.literal("set-mode"), mode: Mode }),
]);
export type Op = z.infer<typeof Op>;
export type OpType = Op["type"];
