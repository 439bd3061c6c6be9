import type { CrewVerdict, Mode, PermissionStep } from "@kestrel/protocol";
import type { HookStage, HookVerdict, ShownHook } from "@kestrel/protocol/api";

/** Permission decisions and the steps that led to them. Parameters: rule, origin, part, count, mode, risk, why. */
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
  "permission.decision.allow": "runs without asking",
  "permission.decision.ask": "asks",
  "permission.decision.deny": "is denied",
  "permission.step.mode": "Mode: {mode}.",
  "permission.step.risk": "Risk: {risk}.",
  "permission.step.proven_reading": "It is a read-only command.",
  "permission.step.git_above":
    "This folder is not a repository. git would look in the folders above, and their settings can start programs.",
  "permission.step.line_read": "Parsed as plain commands: {count}.",
  "permission.step.line_not_read":
    "The line is more than plain commands (a redirection, a variable, a substitution), or its shell is unknown. No rule can allow it, only your yes to this exact line.",
  "permission.step.in_sandbox": "It would run inside an active sandbox.",
  "permission.step.no_sandbox": "It would not run inside an active sandbox.",
  "permission.step.rule_denies": "A rule denies it: {rule} ({origin}).",
  "permission.step.rule_asks": "A rule asks about it: {rule} ({origin}).",
  "permission.step.rule_allows": "A rule allows it: {rule} ({origin}).",
  "permission.step.rule_unheard":
    "A rule allows it, but no rule applies to calls that always ask: {rule} ({origin})",
  "permission.step.rule_may_deny": "A deny rule may match it: {rule}.",
  "permission.step.part_uncovered": "No rule allows this part: {part}",
  "permission.step.remembered": "This exact call was allowed for the session.",
  "permission.step.asks_each_time": "It asks each time: {why}.",
  "permission.step.mode_allows": "The mode allows it: {mode}.",
  "permission.step.mode_asks": "The mode asks: {mode}.",
  "permission.step.mode_denies": "The mode denies it: {mode}.",
  "permission.step.tool_refuses": "The tool refuses it in every mode.",
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
  "permission.why.protected_path": "other programs run files there or read their settings from them",
  "permission.why.reads_secret": "it reads a known secret",
  "permission.why.outside_sandbox": "it would run outside the sandbox",
  "approval.covers.command": "every run of {pattern}, even if its scripts change",
  "approval.covers.name": "every⟨ {tool}⟩ call on files named {pattern}, in any folder",
  "approval.covers.path": "every⟨ {tool}⟩ call on {pattern}",
  "approval.covers.host": "every⟨ {tool}⟩ call to {pattern}",
  "approval.covers.mcp": "every call of {pattern}",
  "approval.covers.tool": "every call of {tool}",
  "approval.rule.other_call": "That rule does not match this call.",
  "approval.rule.no_rule":
    "That is not a rule. Write command: npm test*, path: src/** or the name of a tool.",
  "approval.denied": "denied",
  "trust.decision.words.trusted": "trusted",
  "trust.decision.words.declined": "not used",
  "trust.decision.hooks.trusted": "hooks run",
  "trust.decision.hooks.declined": "hooks do not run",
} as const satisfies Record<
  `mode.${Mode}` | `mode.${Mode}.text` | `permission.step.${PermissionStep["step"]}`,
  string
> &
  Record<string, string>;

/** Reasons after "because", one for each reason code of a failure. */
export const reasons = {
  "reason.not_found": "there is no such file",
  "reason.ENOENT": "there is no such file or folder",
  "reason.unreadable": "it cannot be read",
  "reason.EACCES": "you have no permission to read it",
  "reason.EPERM": "it is not allowed",
  "reason.EISDIR": "it is a folder",
  "reason.ENOTDIR": "part of its path is not a folder",
  "reason.EROFS": "its disk is read-only",
  "reason.not_text": "it is not a text file",
  "reason.not_a_file": "it is not a file",
  "reason.not_a_folder": "it is not a folder",
  "reason.exists": "the name is taken",
  "reason.EEXIST": "the name is taken",
  "reason.by_hand": "Kestrel cannot edit this file safely; change it by hand",
  "reason.not_kept": "its content cannot be read; delete the file to start empty",
  "reason.no_servers": "the file names no servers under `mcpServers`",
  "reason.newer_version": "it was written by a newer Kestrel",
  "reason.cut_short": "it is cut short; part of the session is missing",
  "reason.line_damaged": "one of its lines is not a session event",
  "reason.over_200_mb": "it is larger than 200 MB",
  "reason.session_exists": "this session already exists here or in the trash",
  "reason.climbing_path": "a path in it leads out of its folder",
  "reason.not_a_session": "it is not a session exported as JSONL",
  "reason.not_json": "the file is not valid JSON",
  "reason.too_deep": "its tables are nested too deep",
  "reason.missing": "it does not exist",
  "reason.relative": "the path is not absolute",
  "reason.forbidden": "it belongs to Kestrel itself",
  "reason.not_gguf": "it is not a GGUF file",
  "reason.truncated": "it is cut short; the download stopped early",
  "reason.damaged": "its header is damaged",
  "reason.parts_missing": "parts of it are missing",
  "reason.architecture": "this llama-server does not support its architecture",
  "reason.program": "the program could not be run",
  "reason.arguments": "it did not understand an argument",
  "reason.template": "it cannot use the model's chat template",
  "reason.no_backend": "it has no compute backend",
  "reason.memory": "there is not enough memory; try a smaller --window or a smaller model",
  "reason.flash_attention": "this cache needs flash attention",
  "reason.libraries": "a library it needs is missing or too old",
  "reason.identity": "something else answers on its port",
  "reason.ready_timeout": "it was not ready in time",
  "reason.port": "its port is taken",
  "reason.exited": "it exited",
  "reason.signalled": "a signal ended it",
  "reason.cancelled": "the wait was cancelled",
  "reason.stopped": "it was stopped",
  "reason.gone": "it stopped answering",
  "reason.flag_refused": "only Kestrel sets that flag",
  "reason.link": "it is a link",
  "reason.foreign_owner": "it belongs to another user",
  "reason.of_others": "other users can read it and it contains other files; choose an empty folder",
  "reason.too_long": "it is too long",
  "reason.comes_with_kestrel":
    "it comes with Kestrel and cannot be removed; one of yours with that name takes its place",
  "reason.in_force": "the next start uses it; run `kestrel loadout use none` first",
  "reason.writable_by_others": "other users can write in it",
} as const;

/** The review of a call by another model, always marked as that model's opinion. */
export const review = {
  "review.by": "Opinion of another model (“{model}”); you decide",
  "review.of": "Opinion of another model (“{model}”)",
  "review.under-way": "still checking; you can answer now",
  "review.none": "It gave no usable opinion.",
  "review.failed": "It could not be reached⟨: {why}|.⟩",
  "review.fits": "seems to fit",
  "review.doubtful": "doubtful",
  "review.dangerous": "dangerous",
} as const satisfies Record<`review.${CrewVerdict["verdict"]}`, string> & Record<string, string>;

/** Whether commands run in a sandbox, and what would mend it. */
export const sandbox = {
  "sandbox.active":
    "Commands run in a sandbox ({by}). They write only in the workspace, cannot change .git, and have no network. A command that you allow to use the network reaches everything this machine reaches, its own services (localhost) too.",
  "sandbox.exposed": "It can still reach these sockets of other users: {places}.",
  "sandbox.off": "Commands run without a sandbox: the setting `sandbox` is off.",
  "sandbox.required": "No command runs, because the setting `sandbox` is `required`.",
  "sandbox.unsupported": "Commands run without a sandbox: none is supported on this system.",
  "sandbox.not_installed": "Commands run without a sandbox: bubblewrap (bwrap) is not installed.",
  "sandbox.apparmor":
    "Commands run without a sandbox: AppArmor does not let bubblewrap make user namespaces. Give it a profile with userns.",
  "sandbox.no_user_namespaces":
    "Commands run without a sandbox: this kernel or container does not allow user namespaces.",
  "sandbox.nested":
    "Commands run without a sandbox: nested namespaces are not allowed here. Kestrel may already run in a sandbox.",
  "sandbox.proc_masked":
    "Commands run without a sandbox: this container hides parts of /proc, and a fresh one is not allowed.",
  "sandbox.other": "Commands run without a sandbox⟨: {detail}⟩.",
} as const;

/** Hooks: the stage of each, and its answer. */
export const hooks = {
  "hooks.none": "No hooks. Add [[hooks]] to {file}, or a plugin (.mjs) to {plugins}",
  "hooks.noSuch": "No hook is called {name}.",
  "hooks.stage.session_opened": "when a session opens",
  "hooks.stage.prompt_submitted": "before a message is sent",
  "hooks.stage.before_call": "before a call",
  "hooks.stage.after_call": "after a call",
  "hooks.stage.compaction": "before compaction",
  "hooks.stage.turn_ended": "when a turn ends",
  "hooks.from.user": "yours",
  "hooks.from.workspace": "this folder",
  "hooks.from.plugin": "plugin",
  "hooks.counts": "asked {asked}, denied {denied}, failed {failed}",
  "hooks.said.denied": "Hook {name} denied it⟨: {detail}⟩",
  "hooks.said.asked": "Hook {name} wants you to be asked⟨: {detail}⟩",
  "hooks.said.noted": "Note of the hook {name}⟨: {detail}⟩",
  "hooks.said.held": "Hook {name} says it is not done⟨: {detail}⟩",
  "hooks.said.failed": "Hook {name} failed⟨: {detail}⟩⟨ (`kestrel logs {report}`)⟩",
  "hooks.silent": "Hook {name} returned no answer.",
  "hooks.took": "{ms} ms",
  "hooks.problem": "{what} is not a hook: {detail}",
} as const satisfies Record<
  `hooks.stage.${HookStage}` | `hooks.from.${ShownHook["from"]}` | `hooks.said.${HookVerdict}`,
  string
> &
  Record<string, string>;
