import { z } from "zod";
import { SessionId } from "./ids.ts";
import { Sampling } from "./sampling.ts";

/** A folder as a client names it. */
export const WorkspacePath = z.string().min(1).max(4096);

/** What a person asks of a new session. */
export const NewSession = z.strictObject({
  workspace: WorkspacePath.optional(),
  /** Carries a summary of that session over; its workspace is used when none is given. */
  continues: SessionId.optional(),
  /** A person was asked whether the home folder, or what is above it, is meant. */
  confirm: z.literal(true).optional(),
  sampling: z.strictObject(Sampling.shape).optional(),
  /** The person's own part of the system prompt. Left out: that of the session it continues; empty: none. */
  systemText: z.string().max(8_000).optional(),
  /** A loadout of the shelf by its name, in place of the one in force. */
  loadout: z.string().min(1).max(200).optional(),
});
export type NewSession = z.infer<typeof NewSession>;
