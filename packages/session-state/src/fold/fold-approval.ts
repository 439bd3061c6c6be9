import type { CrewJob, EventOf } from "@kestrel/protocol";
import { millisecondsOf } from "../milliseconds-of.ts";
import type { ToolEntry } from "../timeline.ts";

/** The call waiting for the person; an earlier question's second look no longer applies. */
export function askedAbout(call: ToolEntry, body: EventOf<"approval.requested">, at: string): ToolEntry {
  const { digest, risk, reasons, preview, trace, rules, reviewer, report } = body;
  const { review: _, ...asked } = call;
  const approval = {
    digest,
    risk,
    reasons,
    preview,
    trace,
    rules,
    askedAt: at,
    ...(reviewer && { reviewer }),
  };
  return { ...asked, status: "waiting", approval, ...(report && { report }) };
}

/** Adds the result of the second look to its question while that waits. Nothing else of the call changes. */
export function withReview(call: ToolEntry, job: CrewJob): ToolEntry {
  const { kind, model, outcome, verdict, failure, digest } = job;
  const isAbout = kind === "review" && call.status === "waiting" && call.approval?.digest === digest;
  if (!isAbout) return call;
  return { ...call, review: { model, outcome, ...(verdict && { verdict }), ...(failure && { failure }) } };
}

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
