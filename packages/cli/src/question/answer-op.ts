import type { OpBody } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { Answer } from "./asked-question.ts";

/** The answer as an op, bound to the digest of the question; undefined for a call without one. */
export function answerOp({ callId, approval, question }: ToolEntry, answer: Answer): OpBody | undefined {
  if (question && answer.decision === "words") {
    const { digest } = question;
    const given =
      answer.text === "" ? { end: "dismissed" as const } : { end: "answered" as const, text: answer.text };
    return { type: "answer-question", callId, digest, ...given };
  }
  if (!approval || answer.decision === "words") return undefined;
  const { digest } = approval;
  return answer.decision === "denied"
    ? { type: "deny", callId, digest, reason: answer.reason || undefined }
    : {
        type: "approve",
        callId,
        digest,
        scope: answer.decision,
        ...("rules" in answer && { rules: answer.rules }),
      };
}
