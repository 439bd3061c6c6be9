import { alwaysAsks } from "@kestrel/protocol";
import { answerWants } from "./answering.ts";
import type { ToolEntry } from "./timeline.ts";

/** Whether one answer can cover both calls: they are of one kind, and each needs only a letter. Excludes kinds that ask each time. */
export function mayAnswerTogether(...calls: [ToolEntry, ToolEntry]): boolean {
  const [first] = calls;
  return calls.every(
    ({ approval, question }) =>
      !question &&
      approval !== undefined &&
      approval.risk === first.approval?.risk &&
      answerWants(approval.risk) === "letter" &&
      !alwaysAsks(approval.reasons),
  );
}

/** The waiting calls that one answer can cover together with the first; empty when that one must be answered alone. */
export function answeredTogether([first, ...others]: readonly ToolEntry[]): ToolEntry[] {
  const beside = first ? others.filter((other) => mayAnswerTogether(first, other)) : [];
  return first && beside.length > 0 ? [first, ...beside] : [];
}
