import type { HookStage, HookVerdict, ShownHook } from "@kestrel/protocol/api";

/** Hooks: where each is asked, and what it said. */
export const hooks = {
  "hooks.none": "No hooks. They are written as [[hooks]] into {file}, or as plugins (.mjs) into {plugins}",
  "hooks.noSuch": "No hook is called {name}.",
  "hooks.stage.session_opened": "when a session opens",
  "hooks.stage.prompt_submitted": "before a message is taken",
  "hooks.stage.before_call": "before a call",
  "hooks.stage.after_call": "after a call",
  "hooks.stage.compaction": "before room is made",
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
  "hooks.silent": "Hook {name} has nothing to say.",
  "hooks.took": "{ms} ms",
  "hooks.problem": "{what} is no hook: {detail}",
} as const satisfies Record<
  `hooks.stage.${HookStage}` | `hooks.from.${ShownHook["from"]}` | `hooks.said.${HookVerdict}`,
  string
> &
  Record<string, string>;
