import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** Checkouts apart from the person's own: made, reviewed, merged and dropped. */
export function loopRoutes(app: FastifyInstance, application: Application): void {
  const worktrees = () => application.worktrees();

  route(app, "listWorktrees", 200, ({ body }) => application.listWorktrees(body.sizes === true));

  route(app, "openWorktree", 201, ({ body }) => application.openWorktree(body));

  route(app, "reviewWorktree", 200, ({ body }) => worktrees().review(body.id));

  route(app, "mergeWorktree", 200, async ({ body: { id, ...commits } }) => ({
    commit: await worktrees().merge(id, commits),
  }));

  route(app, "dropWorktree", 200, async ({ body }) => ({ worktree: await worktrees().drop(body.id) }));

  route(app, "restoreWorktree", 200, async ({ body }) => ({ worktree: await worktrees().restore(body.id) }));
}
