import type { QuestionEnd, RejectedReason } from "@kestrel/protocol";

/** Why a call was not run, in a word or two; how a question to the person ended, and what stands below one of a server. */
export const rejections = {
  "rejected.unknown_tool": "no such tool",
  "rejected.arguments": "wrong arguments",
  "rejected.cut": "cut off",
  "rejected.doubtful": "maybe an example",
  "rejected.unread": "not understood",
  "question.end.dismissed": "no answer",
  "question.end.nobody": "nobody was there to answer",
  "question.end.expired": "no longer asked",
  "question.noSecrets":
    "Never type a password, a code, a key or a card number here. Your answer goes to the MCP server.",
} as const satisfies Record<`rejected.${NonNullable<RejectedReason["kind"]>}`, string> &
  Record<`question.end.${Exclude<QuestionEnd, "answered">}`, string> &
  Record<string, string>;
