import { z } from "zod";
import { HookStage } from "./hook.ts";
import { WorkspacePath } from "./new-session.ts";
import { RuleText } from "./permission/rule.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";

/** What a person said about what a folder brings. */
export const TrustDecision = z.enum(["trusted", "declined"]);
export type TrustDecision = z.infer<typeof TrustDecision>;

/** What a decision is about: what a folder says, or the commands it would run. Each has its own yes. */
export const TrustSubject = z.enum(["words", "hooks"]);
export type TrustSubject = z.infer<typeof TrustSubject>;

/** A file whose words reach the model as the project's instructions. Tokens are estimates. */
export const InstructionSource = z.object({
  /** From the workspace on: `AGENTS.md`, `../CLAUDE.md`. */
  path: z.string(),
  /** Of its bytes. */
  digest: z.string(),
  tokens: z.int().nonnegative(),
  /** Of these so many reach the model; the rest is left out. */
  kept: z.int().nonnegative(),
});
export type InstructionSource = z.infer<typeof InstructionSource>;

/** Something in a folder that could be taken for Kestrel's and never applies. */
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

/** A skill of a folder. A decision is about every byte in its own folder; `text` is what the model may read of it first. */
export const OfferedSkill = z.object({
  name: z.string(),
  /** Of its `SKILL.md`, from the workspace on. */
  path: z.string(),
  /** Of all its files. */
  digest: z.string(),
  text: z.string(),
  /** The files beside it, from its folder on. */
  beside: z.array(z.string()),
  /** About, of `text`. */
  tokens: z.int().nonnegative(),
  changed: z.literal(true).optional(),
});
export type OfferedSkill = z.infer<typeof OfferedSkill>;

/** A command of a folder that would be asked at a stage of sessions there, with every byte of the files that it names. */
export const OfferedHook = z.object({
  on: HookStage,
  command: z.string(),
  tool: z.string().optional(),
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  changed: z.literal(true).optional(),
});
export type OfferedHook = z.infer<typeof OfferedHook>;

/** What a folder brings, what would apply of it, and what was decided about exactly these bytes. */
export const TrustOffer = z.object({
  /** Real path of the folder. */
  workspace: z.string(),
  /** Of its words, skills and rules. `nothing`: it brings none that could apply. `changed`: something was decided about other bytes. */
  state: z.enum(["nothing", "unasked", "changed", "trusted", "declined"]),
  /** Of its words, skills and rules; a decision about `words` names it. */
  digest: z.string(),
  files: z.array(InstructionSource.extend({ text: z.string(), changed: z.literal(true).optional() })),
  /** Tokens that the files may take together. */
  budget: z.int().nonnegative(),
  /** What the model would be given, exactly. */
  text: z.string(),
  skills: z.array(OfferedSkill).optional(),
  /** Commands that would run: in the sandbox, or with the user's rights where there is none. */
  hooks: z.array(OfferedHook).optional(),
  /** What was decided about the hooks, apart from everything else; a decision about `hooks` names this digest. There where it brings some. */
  hookTrust: z
    .object({ state: z.enum(["unasked", "changed", "trusted", "declined"]), digest: z.string() })
    .optional(),
  /** Calls that would be denied. */
  deny: z.array(RuleText),
  ignored: z.array(IgnoredThing),
  /** The model in use was trained without instructions and gets none. */
  withheld: z.literal("not_trained").optional(),
});
export type TrustOffer = z.infer<typeof TrustOffer>;

/** A decision about a folder, as it is kept. */
export const DecidedTrust = z.object({
  workspace: z.string(),
  /** About its words, skills and rules where left out. */
  about: TrustSubject.extract(["hooks"]).optional(),
  decision: TrustDecision,
  digest: z.string(),
  /** What it was about: the digests of the files by their paths. */
  files: z.record(z.string(), z.string()),
  deny: z.array(RuleText),
  /** ISO 8601. */
  at: z.string(),
});
export type DecidedTrust = z.infer<typeof DecidedTrust>;

/** Whether a person should be asked about its words, skills and rules before a session begins there. */
export function asksForTrust({ state, deny, files, skills = [], withheld }: TrustOffer): boolean {
  if (state !== "unasked" && state !== "changed") return false;
  return deny.length > 0 || (files.length + skills.length > 0 && withheld === undefined);
}

/** Whether a person should be asked about the hooks of a folder. */
export function asksForHooks({ hookTrust }: TrustOffer): boolean {
  return hookTrust?.state === "unasked" || hookTrust?.state === "changed";
}

const Decided = z.object({ workspaces: z.array(DecidedTrust) });

/** The part of the table of routes that is about what a folder may say. */
export const trustRoutes = {
  lookAtTrust: postRoute("/api/v1/trust/look", z.strictObject({ workspace: WorkspacePath }), TrustOffer),
  /** `digest`: of what the person has seen. Rejected with `trust_stale` when the folder brings something else now. */
  decideTrust: postRoute(
    "/api/v1/trust",
    z.strictObject({
      workspace: WorkspacePath,
      digest: z.string().min(1).max(200),
      decision: TrustDecision,
      /** `words` where left out. */
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
