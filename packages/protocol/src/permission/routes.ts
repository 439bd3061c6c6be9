import { z } from "zod";
import { Mode } from "../risk.ts";
import { PermissionVerdict, RememberedRule, RuleText, StandingRule } from "./rule.ts";
import { PermissionStep } from "./trace.ts";

const WorkspacePath = z.string().min(1).max(4096);
const Remembered = z.object({ remembered: z.array(RememberedRule) });

/** The part of the table of routes that is about rules. */
export const permissionRoutes = {
  /** Every rule that stands outside sessions: the user's configuration, and what is remembered for projects. */
  listPermissions: {
    method: "GET",
    path: "/api/v1/permissions",
    public: false,
    body: undefined,
    answer: z.object({ configured: z.array(StandingRule), remembered: z.array(RememberedRule) }),
  },
  addPermission: {
    method: "POST",
    path: "/api/v1/permissions",
    public: false,
    body: z.strictObject({ workspace: WorkspacePath, verdict: PermissionVerdict, rule: RuleText }),
    answer: Remembered,
  },
  revokePermission: {
    method: "DELETE",
    path: "/api/v1/permissions/:id",
    public: false,
    body: z.strictObject({}),
    /** `revoked`: there was such a rule. */
    answer: Remembered.extend({ revoked: z.boolean() }),
  },
  /** What the gate would say to a command in a new session, and why. Nothing is run. */
  explainPermission: {
    method: "POST",
    path: "/api/v1/permissions/explain",
    public: false,
    body: z.strictObject({ workspace: WorkspacePath, mode: Mode, command: z.string().max(200_000) }),
    answer: z.object({
      decision: PermissionVerdict,
      trace: z.array(PermissionStep),
      rules: z.array(RuleText).optional(),
    }),
  },
} as const;
