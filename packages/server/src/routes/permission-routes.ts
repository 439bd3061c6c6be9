import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The rules outside sessions: list, create, revoke, and test on a command. */
export function permissionRoutes(app: FastifyInstance, permissions: Application["permissions"]): void {
  route(app, "listPermissions", 200, () => permissions.list());

  route(app, "addPermission", 200, ({ body }) => permissions.add(body.workspace, body.verdict, body.rule));

  route(app, "revokePermission", 200, ({ params }) => permissions.revoke(params.id ?? ""));

  route(app, "explainPermission", 200, async ({ body }) => {
    const { decision, trace, rules } = await permissions.explain(body.workspace, body.mode, body.command);
    return { decision, trace: [...trace], ...(rules && { rules: [...rules] }) };
  });
}
