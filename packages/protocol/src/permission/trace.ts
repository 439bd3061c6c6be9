import { z } from "zod";

/** One step on the way to a decision, as a code and the facts its sentence needs. Clients say it. */
export const PermissionStep = z.object({
  step: z.enum([
    /** Where the way began: {mode}. */
    "mode",
    /** {risk}. */
    "risk",
    /** It was proven to do nothing but look. */
    "proven_reading",
    /** It would be, but git looks for its repository in the folders above, whose settings may start programs. */
    "git_above",
    /** {count} simple commands, which every shell reads alike. */
    "line_read",
    "line_not_read",
    /** It runs inside an active sandbox; or a command would not. */
    "in_sandbox",
    "no_sandbox",
    /** A rule is about it: {rule, origin}. */
    "rule_denies",
    "rule_asks",
    "rule_allows",
    /** A rule that allows is about it, and none lets through what asks each time: {rule, origin}. */
    "rule_unheard",
    /** A rule that denies may be about what could not be read: {rule}. */
    "rule_may_deny",
    /** No rule that allows is about this: {part}. */
    "part_uncovered",
    /** Exactly these bytes were allowed for the session. */
    "remembered",
    /** It asks each time, whatever is remembered: {why}. */
    "asks_each_time",
    /** What is left is for the mode to say: {mode}. */
    "mode_allows",
    "mode_asks",
    "mode_denies",
    /** Its tool would answer with a refusal; the person is not asked. */
    "tool_refuses",
    /** A check after the rules was stricter, such as a hook. */
    "hook",
  ]),
  params: z.record(z.string(), z.string()).optional(),
});
export type PermissionStep = z.infer<typeof PermissionStep>;
