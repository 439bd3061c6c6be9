import { z } from "zod";
import { WorkspacePath } from "../new-session.ts";
import { askRoute, postRoute } from "../route.ts";

/** The name that the user gives a worktree. */
export const WorktreeName = z.string().regex(/^(?=.{1,40}$)[a-z0-9]+(?:[._-][a-z0-9]+)*$/i);

const Commit = z.string().regex(/^[0-9a-f]{40,64}$/);

/** A worktree separate from the user's checkout: a local clone in Kestrel's cache. */
export const Worktree = z.object({
  id: z.string().regex(/^(?=.{1,50}$)[a-z0-9]+(?:[._-][a-z0-9]+)*$/i),
  name: WorktreeName,
  /** Real path of the user's checkout that it was cloned from. */
  repository: z.string(),
  /** The workspace of a session in it. */
  folder: z.string(),
  /** The commit it began with. */
  base: Commit,
  /** Files of the user's checkout that were uncommitted then, and so are not in it. */
  uncommitted: z.int().nonnegative(),
  /** Files outside of git that were copied into it, relative to its root. */
  brought: z.array(z.string()),
  createdAt: z.string(),
  /** When it was dropped; it can be restored for thirty days. */
  droppedAt: z.string().optional(),
});
export type Worktree = z.infer<typeof Worktree>;

/** What a merge would do now. `theirs` contains everything in the worktree, committed or not. */
export const WorktreeReview = z.object({
  worktree: Worktree,
  ours: Commit,
  theirs: Commit,
  files: z.array(z.string()),
  diff: z.string(),
  /** Files in which both sides changed the same lines. */
  conflicts: z.array(z.string()),
  /** Files that a merge would change and that have uncommitted changes. */
  dirty: z.array(z.string()),
});
export type WorktreeReview = z.infer<typeof WorktreeReview>;

const id = Worktree.shape.id;
const answer = z.object({ worktree: Worktree });

/** The routes for worktrees. Each may be rejected with `worktree_refused` or `not_found`. */
export const worktreeRoutes = {
  listWorktrees: askRoute(
    "/api/v1/worktrees/list",
    z.strictObject({ sizes: z.literal(true).optional() }),
    z.object({
      worktrees: z.array(Worktree.extend({ bytes: z.int().nonnegative().optional() })),
      folder: z.string(),
    }),
  ),
  /** The worktree of that name, of the repository that contains the folder. It is created when it does not exist. */
  openWorktree: postRoute(
    "/api/v1/worktrees",
    z.strictObject({
      workspace: WorkspacePath,
      name: WorktreeName,
      bring: z.array(z.string().min(1).max(1024)).max(50).optional(),
    }),
    answer.extend({ isNew: z.boolean() }),
  ),
  reviewWorktree: postRoute("/api/v1/worktrees/review", z.strictObject({ id }), WorktreeReview),
  /** Merges the reviewed commits. Refused when either side has changed since. */
  mergeWorktree: postRoute(
    "/api/v1/worktrees/merge",
    z.strictObject({ id, ours: Commit, theirs: Commit }),
    z.object({ commit: Commit }),
  ),
  dropWorktree: postRoute("/api/v1/worktrees/drop", z.strictObject({ id }), answer),
  restoreWorktree: postRoute("/api/v1/worktrees/restore", z.strictObject({ id }), answer),
} as const;
