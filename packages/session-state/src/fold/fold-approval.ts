import type { CrewJob, EventOf } from "@kestrel/protocol";
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
