import type { CacheMissReason } from "@kestrel/protocol";
import type { LedgerKind } from "@kestrel/session-state";
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
