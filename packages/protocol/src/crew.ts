import { z } from "zod";
import { Failure } from "./error-code.ts";
import { CallId, TurnId } from "./ids.ts";
import { crewJobKinds } from "./job-kind-of.ts";
import { CrewRole } from "./loadout.ts";

/** The jobs of models beside the main one. A table assigns them to roles. */
export const CrewJobKind = z.enum(crewJobKinds);
export type CrewJobKind = z.infer<typeof CrewJobKind>;

export const roleOfJob = {
  compaction: "copilot",
  title: "copilot",
  commit_message: "copilot",
  digest: "copilot",
  review: "critic",
  retrieval: "librarian",
  memory: "copilot",
} as const satisfies Record<CrewJobKind, CrewRole>;

/** A job kind in a log or from another daemon: an unknown kind of a newer Kestrel is kept as it is. */
const ToldJobKind = z.string().min(1).max(60) as z.ZodType<CrewJobKind | (string & {})>;

/** What a critic makes of a call, in its own words; a person decides. */
export const CrewVerdict = z.object({
  verdict: z.enum(["fits", "doubtful", "dangerous"]),
  /** Bounded, and quoted wherever it is shown. */
  reason: z.string(),
});
export type CrewVerdict = z.infer<typeof CrewVerdict>;

/** One finished job of a crew model. Numbers are the server's own; unmeasured ones are absent. */
export const CrewJob = z.object({
  type: z.literal("crew.job"),
  /** `k1`, `k2`, … in the order they began. */
  job: z.string(),
  kind: ToldJobKind,
  role: CrewRole,
  /** The label of the model that did it. */
  model: z.string(),
  turnId: TurnId.optional(),
  /** The call it is about. */
  callId: CallId.optional(),
  /** Of a review: the question it is about, as its answer is bound to it. */
  digest: z.string().optional(),
  /** `late`: it exceeded its time limit. `refused`: its answer was unusable. */
  outcome: z.enum(["done", "late", "refused", "failed", "stopped"]),
  /** Whether its product went into the conversation, or onto a card. */
  used: z.boolean(),
  /** Tokens the member read and wrote. */
  tokensIn: z.int().nonnegative().optional(),
  tokensOut: z.int().nonnegative().optional(),
  durationMs: z.number().nonnegative(),
  /** Tokens that the lead did not have to read or write, and milliseconds of waiting that it saved. */
  savedTokens: z.int().nonnegative().optional(),
  savedMs: z.number().nonnegative().optional(),
  verdict: CrewVerdict.optional(),
  failure: Failure.optional(),
});
export type CrewJob = z.infer<typeof CrewJob>;

/** A running job: shown, never stored. */
export const LiveCrewJob = CrewJob.pick({
  job: true,
  kind: true,
  role: true,
  model: true,
  turnId: true,
  callId: true,
}).extend({
  /** Since its start, at the time of this frame. */
  elapsedMs: z.number().nonnegative(),
});
export type LiveCrewJob = z.infer<typeof LiveCrewJob>;
