import type { CacheMissReason } from "@kestrel/protocol";
import type { CompactionEntry, LedgerKind } from "@kestrel/session-state";
import type { Sentence } from "../sentence.ts";

/** What fills the window, and what the server's cache did not spare. */
export const cache = {
  "ledger.system": "System text",
  "ledger.tools": "Tool list",
  "ledger.instructions": "Project instructions",
  "ledger.notes": "Notes",
  "ledger.user": "You",
  "ledger.assistant": "Assistant",
  "ledger.reasoning": "Reasoning",
  "ledger.result": "Tool results",
  "cache.reused": "reused {cached} of {prompt} ({share})",
  "cache.missed": {
    one: "{count} token re-processed⟨: {because}| (cache miss)⟩⟨; from message {index} on ({role}): {words}⟩",
    other:
      "{count} tokens re-processed⟨: {because}| (cache miss)⟩⟨; from message {index} on ({role}): {words}⟩",
  },
  "cache.reason.compaction": "the conversation was compacted",
  "cache.reason.history_edited": "the history was edited",
  "cache.reason.prompt_adapted":
    "the model's chat template refused the older history, so it was rewritten once",
  "cache.reason.model_changed": "another model answers now",
  "cache.reason.server_restarted": "the server was restarted",
  "cache.reason.slot_taken": "another conversation had the server's slot",
  "cache.reason.template_rerendered": "the model's chat template wrote it differently than before",
  "cache.reason.reply_rewritten": "the last reply reads differently as history",
  "cache.role.system": "system text",
  "cache.role.user": "user",
  "cache.role.assistant": "assistant",
  "cache.role.tool": "tool result",
} as const satisfies Record<
  | "cache.reused"
  | `ledger.${LedgerKind}`
  | `cache.reason.${Exclude<CacheMissReason, "unknown">}`
  | `cache.role.${"system" | "user" | "assistant" | "tool"}`,
  string
> & { "cache.missed": Sentence };

type Refused = NonNullable<CompactionEntry["refused"]>;

/** How room was made in the window. */
export const compactions = {
  "compaction.now": "making room: the model writes notes on what came before",
  "compaction.stopped": "Stopped: no room was made, and nothing has changed.",
  "compaction.folded": {
    one: "Made room: {count} output is now one line, {before} → ~{after} tokens.",
    other: "Made room: {count} outputs are now one line each, {before} → ~{after} tokens.",
  },
  "compaction.model":
    "Made room: notes of the model stand for what came before, {before} → ~{after} tokens (~{freed} freed).",
  "compaction.copilot":
    "Made room: notes of the copilot stand for what came before, {before} → ~{after} tokens (~{freed} freed).",
  "compaction.rules":
    "Made room: an account from the log stands for what came before, {before} → ~{after} tokens (~{freed} freed). {reason}",
  "compaction.refused.empty": "The model's own notes said nothing.",
  "compaction.refused.repeating": "The model's own notes repeated themselves.",
  "compaction.refused.lost_task": "The model's own notes were about something else.",
  "compaction.refused.not_words": "The model called a tool where notes were asked for.",
  "compaction.refused.failed": "The model could not be asked for notes.",
  "compaction.refused.no_room": "The window had no room left for notes of the model.",
  "compaction.refused.not_asked": "This model is not asked for notes.",
} as const satisfies Record<`compaction.refused.${Refused}`, Sentence> & Record<string, Sentence>;

/** What idle time was spent on. */
export const ahead = {
  "ahead.read":
    "Read in idle time since the daemon started: {read} tokens; {gained} of them were used, {wasted} were not.",
  "ahead.calls":
    "Calls run while the model still wrote: {used} of {started} used, {milliseconds} ms not waited.",
  "ahead.battery": "On battery nothing is read ahead.",
} as const;
