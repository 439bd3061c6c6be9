import { z } from "zod";
import { WorkspacePath } from "../new-session.ts";
import { Mode } from "../risk.ts";
import { deleteRoute, getRoute, postRoute } from "../route.ts";
import { PermissionVerdict, RememberedRule, RuleText, StandingRule } from "./rule.ts";
import { PermissionStep } from "./trace.ts";

const Remembered = z.object({ remembered: z.array(RememberedRule) });

/** The routes for rules. */
export const permissionRoutes = {
  /** Every rule outside sessions: the user's configuration, and rules remembered for projects. */
  listPermissions: getRoute(
    "/api/v1/permissions",
    z.object({ configured: z.array(StandingRule), remembered: z.array(RememberedRule) }),
  ),
  addPermission: postRoute(
    "/api/v1/permissions",
    z.strictObject({ workspace: WorkspacePath, verdict: PermissionVerdict, rule: RuleText }),
    Remembered,
  ),
  /** `revoked`: the rule existed. */
  revokePermission: deleteRoute(
    "/api/v1/permissions/:id",
    z.strictObject({}),
    Remembered.extend({ revoked: z.boolean() }),
  ),
  /** The gate's decision on a command in a new session, with its reasons. Runs nothing. */
  explainPermission: postRoute(
    "/api/v1/permissions/explain",
    z.strictObject({ workspace: WorkspacePath, mode: Mode, command: z.string().max(200_000) }),
    z.object({
      decision: PermissionVerdict,
      trace: z.array(PermissionStep),
      rules: z.array(RuleText).optional(),
    }),
  ),
} as const;
