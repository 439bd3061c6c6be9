import { z } from "zod";

/** The verdict on a call: it runs, the user is asked, it does not run. */
export const PermissionVerdict = z.enum(["allow", "ask", "deny"]);
export type PermissionVerdict = z.infer<typeof PermissionVerdict>;

/** UTF-16 units of a rule's text. */
export const longestRule = 500;

/**
 * The calls that a rule matches: those of one tool, those that run a command, touch a path, reach a host or call a tool of a server, or
 * both.
 */
export type RulePattern = { tool?: string; kind?: "command" | "path" | "host" | "mcp"; pattern?: string };

const form =
  /^(?:(?<alone>[A-Za-z0-9_.-]+)|(?:(?<tool>[A-Za-z0-9_.-]+)[ \t]+)?(?<kind>command|path|host|mcp):[ \t]*(?<pattern>\S(?:.*\S)?))$/;

/**
 * Parses a rule: `shell`, `command: npm test *`, `path: src/**`, `edit path: docs/**`, `host: *.example.org`, `mcp: github/list_*`.
 * Undefined when invalid.
 */
export function parseRule(text: string): RulePattern | undefined {
  const { alone, tool, kind, pattern } =
    text.length <= longestRule && !/\p{Cc}/u.test(text) ? (form.exec(text.trim())?.groups ?? {}) : {};
  if (alone !== undefined) return { tool: alone };
  return kind === undefined ? undefined : { tool, kind: kind as RulePattern["kind"], pattern };
}

export const RuleText = z
  .string()
  .max(longestRule)
  .refine((text) => parseRule(text) !== undefined);

/** The origin of a rule. A workspace's rules may only deny. */
export const RuleOrigin = z.enum(["user", "project", "session", "workspace", "loadout"]);
export type RuleOrigin = z.infer<typeof RuleOrigin>;

/** A rule that applies when a call is judged. */
export const StandingRule = z.object({ verdict: PermissionVerdict, rule: RuleText, origin: RuleOrigin });
export type StandingRule = z.infer<typeof StandingRule>;

/** A rule remembered for one project. */
export const RememberedRule = z.object({
  id: z.string(),
  /** Real path of the folder. */
  workspace: z.string(),
  verdict: PermissionVerdict,
  rule: RuleText,
  /** When it was created, ISO 8601. */
  at: z.string(),
});
export type RememberedRule = z.infer<typeof RememberedRule>;
