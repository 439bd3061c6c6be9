import type { CommandCoverage, EventBody } from "@kestrel/protocol";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { crewWhisper } from "./crew-lines.ts";
import { jobEnded } from "./job-lines.ts";
import { samplingLine } from "./sampling-lines.ts";

/** Files that are named; of more only the number is shown. */
const mostNamed = 5;

/** Lines for an event, beside the display of its turn; none for most events. */
export function toldLines(body: EventBody, say: Say): string[] {
  switch (body.type) {
    case "job.ended":
      return [jobEnded(body, say)];
    case "reply.completed":
      return body.report === undefined ? [] : [say("report.reply", { report: body.report })];
    case "crew.job":
      return body.kind === "review" ? [] : [crewWhisper(body, say)];
    case "escalation.offered":
      return [`${say(`escalation.why.${body.why}`)} ${say("repl.offer", { model: body.model })}`];
    case "escalation.answered":
      return [say(body.accepted ? "escalation.accepted" : "escalation.refused")];
    case "escalation.ended":
      return [`${say("escalation.ended")} ${say(`error.${body.failure.code}`, body.failure.params)}`];
    case "mode.set":
      return [say("repl.modeIs", { mode: body.mode })];
    case "sampling.set":
      return [samplingLine(body.sampling, say)];
    case "snapshots.set":
      return [say(body.on ? "snapshots.on" : "snapshots.off")];
    case "command.covered":
      return coverage(body, say);
    default:
      return [];
  }
}

/** A command's changes to files, and what is not known about them; empty when it changed none. */
function coverage({ files, missed = 0, uncovered }: CommandCoverage, say: Say): string[] {
  if (uncovered) return [say(`covered.${uncovered}`)];
  const lines: string[] = [];
  if (files.length > 0) {
    const names = files.slice(0, mostNamed).map(({ path }) => visibleName(path));
    const more = files.length > mostNamed ? " …" : "";
    lines.push(`${say("covered.files", { count: files.length })} ${names.join(", ")}${more}`);
  }
  if (missed > 0) lines.push(say("covered.missed", { count: missed }));
  return lines;
}
