import type { Explained } from "@kestrel/app/rules";
import { type SayAny, stepSentence } from "@kestrel/i18n";
import type { RememberedRule, StandingRule } from "@kestrel/protocol";
import type { SessionGrant } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { oneLine } from "../terminal/one-line.ts";

/** The gate's decision on a command, and its reasons. */
export function explainedLines(command: string, { decision, trace, rules }: Explained, say: Say): string[] {
  return [
    say(`permissions.why.${decision}`, { command: oneLine(command) }),
    ...trace.map((step) => `  ${stepSentence(step, say as SayAny)}`),
    ...(rules && rules.length > 0
      ? [say("permissions.wouldAllow"), ...rules.map((rule) => `  ${oneLine(rule)}`)]
      : []),
  ];
}

/** The session's grants, numbered for revoking. */
export function grantLines(grants: readonly SessionGrant[], say: Say): string[] {
  if (grants.length === 0) return [];
  const shown = grants.map((grant, at) => {
    const text = grant.kind === "rule" ? grant.rule : `= ${grant.tool} ${grant.text}`;
    return `  ${String(at + 1).padEnd(8)}  allow  ${oneLine(text).slice(0, 200)}`;
  });
  return [say("permissions.ofSession"), ...shown];
}

/** Every rule outside sessions: the configuration's first, then each project's. */
export function ruleLines(
  configured: readonly StandingRule[],
  remembered: readonly RememberedRule[],
  say: Say,
): string[] {
  if (configured.length + remembered.length === 0) return [say("permissions.none")];
  const lines = configured.map(({ verdict, rule }) => `          ${verdict.padEnd(6)} ${oneLine(rule)}`);
  const folders = [...new Set(remembered.map(({ workspace }) => workspace))].sort();
  return [
    ...(lines.length > 0 ? [say("permissions.configured"), ...lines] : []),
    ...folders.flatMap((folder) => [
      oneLine(folder),
      ...remembered
        .filter(({ workspace }) => workspace === folder)
        .map(({ id, verdict, rule }) => `  ${id}  ${verdict.padEnd(6)} ${oneLine(rule)}`),
    ]),
  ];
}

/** The folders accessible from every workspace. */
export function rootLines(roots: readonly string[], say: Say): string[] {
  return roots.length === 0 ? [] : [say("permissions.roots"), ...roots.map((root) => `  ${oneLine(root)}`)];
}
