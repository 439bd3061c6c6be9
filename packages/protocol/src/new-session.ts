import { z } from "zod";
import { SessionId } from "./ids.ts";
import { ModelOrigin } from "./model-origin.ts";
import { Sampling } from "./sampling.ts";

/** A folder as a client names it. */
export const WorkspacePath = z.string().min(1).max(4096);

/** The request for a new session. */
export const NewSession = z.strictObject({
  workspace: WorkspacePath.optional(),
  /** Carries a summary of that session over; its workspace is used when none is given. */
  continues: SessionId.optional(),
  /** The user confirmed the home folder, or a parent of it, as the workspace. */
  confirm: z.literal(true).optional(),
  sampling: z.strictObject(Sampling.shape).optional(),
  /** The user's part of the system prompt. Omitted: that of the session it continues; empty: none. */
  systemText: z.string().max(8_000).optional(),
  /** An installed loadout by its name, instead of the current one. */
  loadout: z.string().min(1).max(200).optional(),
  /** The origin of a loaded model, instead of the main one. */
  model: ModelOrigin.optional(),
});
export type NewSession = z.infer<typeof NewSession>;
