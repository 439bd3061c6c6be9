import { z } from "zod";

/** One step of a decision: a code and the parameters of its message. Clients word it. */
export const PermissionStep = z.object({
  step: z.enum([
    /** The session's mode: {mode}. */
    "mode",
    /** {risk}. */
    "risk",
    /** It was proven read-only. */
    "proven_reading",
    /** It would be read-only, but git searches parent folders for its repository, whose settings may start programs. */
    "git_above",
    /** {count} simple commands, parsed the same by every shell. */
    "line_read",
    "line_not_read",
    /** It runs inside an active sandbox; or a command would not. */
    "in_sandbox",
    "no_sandbox",
    /** A rule matches it: {rule, origin}. */
    "rule_denies",
    "rule_asks",
    "rule_allows",
    /** An allow rule matches it, but cannot allow a call that asks each time: {rule, origin}. */
    "rule_unheard",
    /** A deny rule may match the part that could not be parsed: {rule}. */
    "rule_may_deny",
    /** No allow rule matches this: {part}. */
    "part_uncovered",
    /** Exactly these bytes were allowed for the session. */
    "remembered",
    /** It asks each time, despite remembered approvals: {why}. */
    "asks_each_time",
    /** The mode decides the rest: {mode}. */
    "mode_allows",
    "mode_asks",
    "mode_denies",
    /** Its tool would refuse it; the user is not asked. */
    "tool_refuses",
    /** A check after the rules was stricter, such as a hook. */
    "hook",
  ]),
  params: z.record(z.string(), z.string()).optional(),
});
export type PermissionStep = z.infer<typeof PermissionStep>;
