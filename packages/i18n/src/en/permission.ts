import type { Mode, PermissionStep } from "@kestrel/protocol";

/** What the gate says to a call and how it came to that. Parameters: rule, origin, part, count, mode, risk, why. */
export const permission = {
  "mode.plan": "Plan",
  "mode.ask": "Ask",
  "mode.edits": "Edits",
  "mode.auto": "Auto",
  "mode.plan.text": "Reads only. Commands that only read run; everything else is denied.",
  "mode.ask.text": "Reads freely. Asks before each change, and before each command that does more than read.",
  "mode.edits.text":
    "Changes files in the workspace without asking. Asks before each command that does more than read.",
  "mode.auto.text":
    "Changes files in the workspace without asking, and runs commands without asking inside an active sandbox. Asks before a command that names something destructive, such as rm, or the network. A script can still delete or overwrite files in the workspace unasked.",
  "mode.auto.asks": "In auto mode, each command still asks here. {why}",
  "permission.decision.allow": "runs unasked",
  "permission.decision.ask": "asks",
  "permission.decision.deny": "is denied",
  "permission.step.mode": "Mode: {mode}.",
  "permission.step.risk": "Risk: {risk}.",
  "permission.step.proven_reading": "It is proven to do nothing but look.",
  "permission.step.git_above":
    "This folder is no repository of its own: git would look for one in the folders above, whose settings may start programs.",
  "permission.step.line_read": "Every shell reads the line alike; commands in it: {count}.",
  "permission.step.line_not_read":
    "Not every shell reads the line alike, or none is known to: no rule can allow it, only a yes to exactly these bytes.",
  "permission.step.in_sandbox": "It would run inside an active sandbox.",
  "permission.step.no_sandbox": "It would not run inside an active sandbox.",
  "permission.step.rule_denies": "A rule denies it: {rule} ({origin}).",
  "permission.step.rule_asks": "A rule has it asked about: {rule} ({origin}).",
  "permission.step.rule_allows": "A rule allows it: {rule} ({origin}).",
  "permission.step.rule_unheard":
    "A rule allows it, and is not heard: no rule lets through what asks each time. {rule} ({origin})",
  "permission.step.rule_may_deny": "A rule that denies may be about it: {rule}.",
  "permission.step.part_uncovered": "No rule allows this part: {part}",
  "permission.step.remembered": "Exactly this was allowed for the session.",
  "permission.step.asks_each_time": "It asks each time: {why}.",
  "permission.step.mode_allows": "The mode lets it through: {mode}.",
  "permission.step.mode_asks": "The mode asks: {mode}.",
  "permission.step.mode_denies": "The mode denies it: {mode}.",
  "permission.step.tool_refuses": "Its tool refuses it as things stand, whatever the mode.",
  "permission.step.hook": "A hook was stricter.",
  "permission.origin.user": "your configuration",
  "permission.origin.project": "remembered for this project",
  "permission.origin.session": "allowed for this session",
  "permission.origin.workspace": "this workspace",
  "permission.origin.loadout": "the loadout",
  "permission.risk.read": "it reads",
  "permission.risk.edit": "it changes a file",
  "permission.risk.execute": "it runs a command",
  "permission.risk.destructive": "it may destroy something",
  "permission.risk.external": "it may leave this machine",
  "permission.why.destructive": "it may destroy something",
  "permission.why.external": "it may leave this machine",
  "permission.why.protected_path": "other programs obey that place",
  "permission.why.reads_secret": "it reads a known secret",
  "permission.why.outside_sandbox": "it would run outside the sandbox",
} as const satisfies Record<
  `mode.${Mode}` | `mode.${Mode}.text` | `permission.step.${PermissionStep["step"]}`,
  string
> &
  Record<string, string>;
