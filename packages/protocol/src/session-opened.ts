import { z } from "zod";
import { Prefix } from "./event-parts.ts";
import { HelperParent } from "./helper.ts";
import { ForkOrigin } from "./history/history-events.ts";
import { SessionId } from "./ids.ts";
import { LoadoutStamp } from "./loadout.ts";
import { Origin } from "./origin.ts";
import { Mode } from "./risk.ts";
import { Sampling } from "./sampling.ts";

/** The first event of a session: freezes the prefix, and records the session's origin. */
export const SessionOpened = z.object({
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
