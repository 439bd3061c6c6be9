import { z } from "zod";
import { WorkspacePath } from "./new-session.ts";
import { askRoute, postRoute } from "./route.ts";
import { IgnoredThing } from "./trust.ts";

/**
 * A prompt or skill that the user can call with `/name`. `starts`: its text is a task to answer at once; the others wait for the next
 * message.
 */
export const Invocable = z.object({ name: z.string(), starts: z.boolean() });
export type Invocable = z.infer<typeof Invocable>;

/** A skill on this machine. Tokens are estimates. */
export const InstalledSkill = z.object({
  name: z.string(),
  description: z.string(),
  from: z.enum(["user", "workspace"]),
  /** Its folder. */
  path: z.string(),
  /** Of its line in each session's prefix. */
  line: z.int().nonnegative(),
  /** Of its text, once it is used. */
  tokens: z.int().nonnegative(),
  /** New sessions get it. */
  on: z.boolean(),
  /** Only the user may call it. */
  byHand: z.literal(true).optional(),
});
export type InstalledSkill = z.infer<typeof InstalledSkill>;

/** A prompt of the library. */
export const InstalledPrompt = z.object({
  name: z.string(),
  description: z.string(),
  from: z.enum(["kestrel", "user"]),
  tokens: z.int().nonnegative(),
  mode: z.enum(["plan", "not-plan"]).optional(),
});
export type InstalledPrompt = z.infer<typeof InstalledPrompt>;

/** Extensions for sessions in a folder, and unused ones with the reason. */
export const InstalledReach = z.object({
  skills: z.array(InstalledSkill),
  prompts: z.array(InstalledPrompt),
  ignored: z.array(IgnoredThing),
  /** The folders of the user's own. */
  folders: z.object({ skills: z.string(), prompts: z.string() }),
});
export type InstalledReach = z.infer<typeof InstalledReach>;

const workspace = WorkspacePath.optional();

/** The routes for skills and prompts. Without a folder they return the user's own. */
export const reachRoutes = {
  listReach: askRoute("/api/v1/reach", z.strictObject({ workspace }), InstalledReach),
  listInvocables: askRoute(
    "/api/v1/reach/names",
    z.strictObject({ workspace }),
    z.object({ names: z.array(Invocable) }),
  ),
  /** The files of a workspace, by relative path, nearest first: those that a message can name. At most 5,000. */
  listPaths: postRoute(
    "/api/v1/reach/paths",
    z.strictObject({ workspace: WorkspacePath }),
    z.object({ paths: z.array(z.string()) }),
  ),
  /** Rejected with `not_found` for an unknown skill. */
  switchSkill: postRoute(
    "/api/v1/reach/skills",
    z.strictObject({ workspace, name: z.string().min(1).max(64), on: z.boolean() }),
    InstalledReach,
  ),
} as const;
