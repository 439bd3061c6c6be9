import { z } from "zod";
import { WorkspacePath } from "./new-session.ts";
import { askRoute, postRoute } from "./route.ts";
import { IgnoredThing } from "./trust.ts";

/** Something that a person can call with `/name`. `starts`: its words are a task and want an answer; the others wait for the next message. */
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
  /** Of its words, once it is used. */
  tokens: z.int().nonnegative(),
  /** New sessions get it. */
  on: z.boolean(),
  /** Only a person may take it. */
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

/** What sessions in a folder can be extended with, and what is not used and why. */
export const InstalledReach = z.object({
  skills: z.array(InstalledSkill),
  prompts: z.array(InstalledPrompt),
  ignored: z.array(IgnoredThing),
  /** Where the user's own lie. */
  folders: z.object({ skills: z.string(), prompts: z.string() }),
});
export type InstalledReach = z.infer<typeof InstalledReach>;

const workspace = WorkspacePath.optional();

/** The part of the table of routes that is about skills and prompts. Without a folder they are the user's own. */
export const reachRoutes = {
  listReach: askRoute("/api/v1/reach", z.strictObject({ workspace }), InstalledReach),
  listInvocables: askRoute(
    "/api/v1/reach/names",
    z.strictObject({ workspace }),
    z.object({ names: z.array(Invocable) }),
  ),
  /** The files of a folder that a session may live in, by their paths in it, nearest first: what a message can name. 5,000 at most. */
  listPaths: postRoute(
    "/api/v1/reach/paths",
    z.strictObject({ workspace: WorkspacePath }),
    z.object({ paths: z.array(z.string()) }),
  ),
  /** Rejected with `not_found` where there is no such skill. */
  switchSkill: postRoute(
    "/api/v1/reach/skills",
    z.strictObject({ workspace, name: z.string().min(1).max(64), on: z.boolean() }),
    InstalledReach,
  ),
} as const;
