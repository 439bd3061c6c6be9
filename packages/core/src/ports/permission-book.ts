import type { PermissionVerdict, RememberedRule, StandingRule } from "@kestrel/protocol";

/**
 * The rules that stand in a folder: those of the user's configuration, and those remembered for that project. A workspace
 * says nothing here; where trusted ones may one day, their rules come with the origin `workspace` and only deny.
 *
 * - `rules` is asked for each call anew: what was revoked meanwhile does not count any more. It rejects rather than
 *   forget a rule that denies.
 * - `remember` resolves when the rules are on disk; rejects with KestrelError when they cannot be kept.
 * - `revoke` resolves whether there was such a rule.
 */
export interface PermissionBook {
  rules(workspace: string): Promise<readonly StandingRule[]>;
  /** Those of the user's configuration. */
  configured(): readonly StandingRule[];
  remembered(): Promise<readonly RememberedRule[]>;
  remember(workspace: string, verdict: PermissionVerdict, rules: readonly string[]): Promise<void>;
  revoke(id: string): Promise<boolean>;
}
