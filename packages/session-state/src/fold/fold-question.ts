import type { EventOf } from "@kestrel/protocol";
import { millisecondsOf } from "../milliseconds-of.ts";
import type { ToolEntry } from "../timeline.ts";

/** A call with an open question to the person. */
export function withQuestion(call: ToolEntry, body: EventOf<"question.asked">, at: string): ToolEntry {
  const { digest, question, choices, server } = body;
  const asked = { digest, question, choices, ...(server !== undefined && { server }), askedAt: at };
  return { ...call, status: "waiting", question: asked };
}

/** The same with its answer; the call continues. */
export function withQuestionEnd(call: ToolEntry, body: EventOf<"question.answered">, at: string): ToolEntry {
  if (!call.question) return call;
  const { end, text } = body;
  const waited = millisecondsOf(at) - millisecondsOf(call.question.askedAt);
  const question = { ...call.question, end, text };
  return { ...call, status: "running", waitedMs: (call.waitedMs ?? 0) + waited, question };
}
