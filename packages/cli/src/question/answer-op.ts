import type { OpBody, ToolEntry } from "@kestrel/protocol";
import type { Answer } from "./asked-question.ts";

/** The answer as the daemon takes it, bound to the bytes that were asked about; undefined for a call that asks nothing. */
export function answerOp({ callId, approval }: ToolEntry, answer: Answer): OpBody | undefined {
  if (!approval) return undefined;
  const { digest } = approval;
  return answer.decision === "denied"
    ? { type: "deny", callId, digest, reason: answer.reason || undefined }
    : { type: "approve", callId, digest, scope: answer.decision };
}
