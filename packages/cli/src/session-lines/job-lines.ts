import type { EventOf, JobEntry } from "@kestrel/protocol";
import { visibleName, visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";

/** Rows of a job's output that the list shows. */
const shownRows = 8;

/** Reports a finished job, in one line. */
export function jobEnded(
  { job, end, exitCode, report }: Pick<EventOf<"job.ended">, "job" | "end" | "exitCode" | "report">,
  say: Say,
): string {
  if (report !== undefined) return say("report.job", { job, report });
  return end === "exited" ? say("job.exited", { job, code: exitCode ?? 0 }) : say(`job.${end}`, { job });
}

/** One job of the list, with the end of its output. */
export function jobLines({ job, command, end }: JobEntry, tail: string, say: Say): string[] {
  const state = end ? jobEnded({ ...end, job, end: end.kind }, say) : say("job.runs", { job });
  const rows = visibleText(tail).trimEnd().split("\n").slice(-shownRows).filter(Boolean);
  return [`${state}: ${visibleName(command.slice(0, 120))}`, ...rows.map((row) => `    ${row}`)];
}
