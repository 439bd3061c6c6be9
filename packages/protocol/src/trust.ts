import { z } from "zod";
import { HookStage } from "./hook.ts";
import { WorkspacePath } from "./new-session.ts";
import { RuleText } from "./permission/rule.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";

/** The user's decision about a folder's contents. */
export const TrustDecision = z.enum(["trusted", "declined"]);
export type TrustDecision = z.infer<typeof TrustDecision>;

/** The subject of a decision: a folder's texts, or the commands it would run. Each is decided separately. */
export const TrustSubject = z.enum(["words", "hooks"]);
export type TrustSubject = z.infer<typeof TrustSubject>;

/** A file that reaches the model as the project's instructions. Tokens are estimates. */
export const InstructionSource = z.object({
  /** Relative to the workspace: `AGENTS.md`, `../CLAUDE.md`. */
  path: z.string(),
  /** Of its bytes. */
  digest: z.string(),
  tokens: z.int().nonnegative(),
  /** Tokens that reach the model; the rest is left out. */
  kept: z.int().nonnegative(),
});
export type InstructionSource = z.infer<typeof InstructionSource>;

/** Something in a folder that looks like Kestrel's and never applies. */
export const IgnoredThing = z.object({
  path: z.string(),
  why: z.enum([
    "settings",
    "data_folder",
    "link_outside",
    "not_a_file",
    "too_long",
    "rule_invalid",
    "skill_invalid",
    "skill_too_large",
    "sets_policy",
    "hook_invalid",
    "hook_not_plain",
    "name_taken",
  ]),
});
export type IgnoredThing = z.infer<typeof IgnoredThing>;

/** A skill of a folder. A decision covers every byte in its own folder; `text` is what the model may read of it first. */
export const OfferedSkill = z.object({
  name: z.string(),
  /** Of its `SKILL.md`, relative to the workspace. */
  path: z.string(),
  /** Of all its files. */
  digest: z.string(),
  text: z.string(),
  /** The files beside it, relative to its folder. */
  beside: z.array(z.string()),
  /** Estimate, of `text`. */
  tokens: z.int().nonnegative(),
  changed: z.literal(true).optional(),
});
export type OfferedSkill = z.infer<typeof OfferedSkill>;

/** A command of a folder that would run at a stage of sessions there, with every byte of the files that it names. */
export const OfferedHook = z.object({
  on: HookStage,
  command: z.string(),
  tool: z.string().optional(),
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  changed: z.literal(true).optional(),
});
export type OfferedHook = z.infer<typeof OfferedHook>;

/** A folder's contents, the part that would apply, and the decision about exactly these bytes. */
export const TrustOffer = z.object({
  /** Real path of the folder. */
  workspace: z.string(),
  /** Of its texts, skills and rules. `nothing`: it has none that could apply. `changed`: the decision was about other bytes. */
  state: z.enum(["nothing", "unasked", "changed", "trusted", "declined"]),
  /** Of its texts, skills and rules; a decision about `words` names it. */
  digest: z.string(),
  files: z.array(InstructionSource.extend({ text: z.string(), changed: z.literal(true).optional() })),
  /** Token limit for all the files. */
  budget: z.int().nonnegative(),
  /** The exact text for the model. */
  text: z.string(),
  skills: z.array(OfferedSkill).optional(),
  /** Commands that would run: in the sandbox, or with the user's rights without one. */
  hooks: z.array(OfferedHook).optional(),
  /** The separate decision about the hooks; a decision about `hooks` names this digest. Present if the folder has any. */
  hookTrust: z
    .object({ state: z.enum(["unasked", "changed", "trusted", "declined"]), digest: z.string() })
    .optional(),
  /** Calls that would be denied. */
  deny: z.array(RuleText),
  ignored: z.array(IgnoredThing),
  /** The current model was trained without instructions and gets none. */
  withheld: z.literal("not_trained").optional(),
});
export type TrustOffer = z.infer<typeof TrustOffer>;

/** A stored decision about a folder. */
export const DecidedTrust = z.object({
  workspace: z.string(),
  /** Its texts, skills and rules when omitted. */
  about: TrustSubject.extract(["hooks"]).optional(),
  decision: TrustDecision,
  digest: z.string(),
  /** The digests of the decided files by path. */
  files: z.record(z.string(), z.string()),
  deny: z.array(RuleText),
  /** ISO 8601. */
  at: z.string(),
});
export type DecidedTrust = z.infer<typeof DecidedTrust>;

/** Whether to ask the user about its texts, skills and rules before a session begins there. */
export function asksForTrust({ state, deny, files, skills = [], withheld }: TrustOffer): boolean {
  if (state !== "unasked" && state !== "changed") return false;
  return deny.length > 0 || (files.length + skills.length > 0 && withheld === undefined);
}

/** Whether to ask the user about the hooks of a folder. */
export function asksForHooks({ hookTrust }: TrustOffer): boolean {
  return hookTrust?.state === "unasked" || hookTrust?.state === "changed";
}

const Decided = z.object({ workspaces: z.array(DecidedTrust) });

/** The routes for trusting folders. */
export const trustRoutes = {
  lookAtTrust: postRoute("/api/v1/trust/look", z.strictObject({ workspace: WorkspacePath }), TrustOffer),
  /** `digest`: of what the user has seen. Rejected with `trust_stale` when the folder's contents have changed. */
  decideTrust: postRoute(
    "/api/v1/trust",
    z.strictObject({
      workspace: WorkspacePath,
      digest: z.string().min(1).max(200),
      decision: TrustDecision,
      /** Default `words`. */
      about: TrustSubject.optional(),
    }),
    TrustOffer,
  ),
  listTrust: getRoute("/api/v1/trust", Decided),
  revokeTrust: deleteRoute(
    "/api/v1/trust",
    z.strictObject({ workspace: WorkspacePath }),
    Decided.extend({ revoked: z.boolean() }),
  ),
} as const;
