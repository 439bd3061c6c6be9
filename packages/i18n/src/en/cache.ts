import type { CacheMissReason } from "@kestrel/protocol";
import type { CompactionEntry, LedgerKind } from "@kestrel/session-state";
import type { Sentence } from "../sentence.ts";

/** What fills the window, and what the server's cache did not spare. */
export const cache = {
  "ledger.system": "System prompt",
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
  "cache.role.system": "system prompt",
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
  "compaction.now": "compacting: the model writes notes on the earlier conversation",
  "compaction.stopped": "Stopped: nothing was compacted or changed.",
  "compaction.folded": {
    one: "Compacted: {count} output is now one line, {before} → ~{after} tokens.",
    other: "Compacted: {count} outputs are now one line each, {before} → ~{after} tokens.",
  },
  "compaction.model":
    "Compacted: the model's notes replace the earlier conversation, {before} → ~{after} tokens (~{freed} freed).",
  "compaction.copilot":
    "Compacted: the summarizer's notes replace the earlier conversation, {before} → ~{after} tokens (~{freed} freed).",
  "compaction.rules":
    "Compacted: a summary from the log replaces the earlier conversation, {before} → ~{after} tokens (~{freed} freed). {reason}",
  "compaction.refused.empty": "The model's notes were empty.",
  "compaction.refused.repeating": "The model's notes repeated themselves.",
  "compaction.refused.lost_task": "The model's notes were about something else.",
  "compaction.refused.not_words": "The model called a tool instead of writing notes.",
  "compaction.refused.failed": "The request for notes failed.",
  "compaction.refused.no_room": "The window had no space left for notes.",
  "compaction.refused.not_asked": "This model cannot write notes.",
} as const satisfies Record<`compaction.refused.${Refused}`, Sentence> & Record<string, Sentence>;

/** What idle time was spent on. */
export const ahead = {
  "ahead.read":
    "Prefilled in idle time since the daemon started: {read} tokens; {gained} used, {wasted} not used.",
  "ahead.calls": "Calls started early: {used} of {started} used, {milliseconds} ms saved.",
  "ahead.battery": "On battery nothing is prefilled.",
} as const;
