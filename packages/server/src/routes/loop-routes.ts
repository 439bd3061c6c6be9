import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** Plans in progress, and separate worktrees: create, review, merge and drop. */
export function loopRoutes(app: FastifyInstance, application: Application): void {
  const worktrees = () => application.worktrees();

  route(app, "listWorktrees", 200, ({ body }) => application.listWorktrees(body.sizes === true));

  route(app, "openWorktree", 201, ({ body }) => application.openWorktree(body));

  route(app, "reviewWorktree", 200, ({ body }) => worktrees().review(body.id));

  route(app, "mergeWorktree", 200, async ({ body: { id, ...commits } }) => ({
    commit: await worktrees().merge(id, commits),
  }));

  route(app, "dropWorktree", 200, async ({ body }) => ({
    worktree: await application.dropWorktree(body.id),
  }));

  route(app, "restoreWorktree", 200, async ({ body }) => ({ worktree: await worktrees().restore(body.id) }));

  route(app, "readPlan", 200, async ({ body }) => application.loops().plan(body.text, body.workspace));

  route(app, "readDraft", 200, async ({ body }) => ({
    text: await application.readDraft(body.workspace),
  }));

  route(app, "startLoop", 201, async ({ body }) => ({ loop: await application.startLoop(body) }));

  route(app, "listLoops", 200, async () => ({ loops: await application.loops().list() }));

  route(app, "stopLoop", 200, async ({ body }) => ({ loop: await application.loops().stop(body.id) }));

  route(app, "resumeLoop", 200, async ({ body }) => ({ loop: await application.loops().resume(body.id) }));

  route(app, "dropLoop", 200, async ({ body }) => ({ loop: await application.loops().drop(body.id) }));
}
