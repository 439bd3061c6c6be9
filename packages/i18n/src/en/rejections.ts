import type { QuestionEnd, RejectedReason } from "@kestrel/protocol";

/** Why a call was not run, in a word or two; and how a question to the person ended. */
export const rejections = {
  "rejected.unknown_tool": "no such tool",
  "rejected.arguments": "wrong arguments",
  "rejected.cut": "cut off",
  "rejected.unread": "not understood",
  "question.end.dismissed": "no answer",
  "question.end.nobody": "nobody was there to answer",
  "question.end.expired": "no longer asked",
} as const satisfies Record<`rejected.${NonNullable<RejectedReason["kind"]>}`, string> &
  Record<`question.end.${Exclude<QuestionEnd, "answered">}`, string> &
  Record<string, string>;
