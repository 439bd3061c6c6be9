import type { SlashSentence } from "@kestrel/session-state";

/** What a slash command answers where it asks nothing of the session. */
export const slash = {
  "slash.noSession": "No session yet: it begins with your first message.",
  "slash.notThinking": "The model is not thinking right now.",
  "slash.compactsLater": "The session is compacted before the next step of this turn.",
  "slash.larger.how": "/larger yes lets the larger model take over what it was offered; /larger no does not.",
  "slash.larger.none": "Nothing was offered to a larger model.",
  "slash.undo.how": "/undo, /undo N, /undo to N, /undo preview, /undo list: N is a turn as the list has it.",
  "slash.rewind.how": "Only `files` may follow: changes to files since then are undone as well.",
  "slash.fork.how": "/fork alone takes all messages along, /fork N those before the Nth message.",
  "slash.invoked": "/{name} is sent with your next message.",
  "slash.invokedLater": "/{name} is sent with the next step, or else with your next message.",
} as const satisfies Record<Extract<SlashSentence["key"], `slash.${string}`>, string> &
  Record<string, string>;
