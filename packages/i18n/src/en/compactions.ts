import type { CompactionEntry } from "@kestrel/session-state";
import type { Sentence } from "../sentence.ts";

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
