import { alwaysAsks } from "@kestrel/protocol";
import { answerWants } from "./answering.ts";
import type { ToolEntry } from "./timeline.ts";

/** Whether one answer may be for both calls: they are of one kind, and a letter answers each of them. None asks each time. */
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

/** Of the calls that wait, those that one answer may be for with the first of them; none where that one stands alone. */
export function answeredTogether([first, ...others]: readonly ToolEntry[]): ToolEntry[] {
  const beside = first ? others.filter((other) => mayAnswerTogether(first, other)) : [];
  return first && beside.length > 0 ? [first, ...beside] : [];
}
