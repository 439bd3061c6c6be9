import { type CrewJob, callName, type Failure, jobKindOf, type LiveCrewJob } from "@kestrel/protocol";
import { type CrewJobEntry, crewSums } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { grouped } from "./phase-sentence.ts";
import { seconds } from "./tool-line.ts";

/** Newest jobs that `/crew` lists individually. */
const mostListed = 12;

type Worker = Pick<CrewJob, "role" | "model">;

const whoOf = ({ role, model }: Worker, say: Say) =>
  say("crew.who", { role: say(`crew.role.${role}`), model: visibleName(model) });

/** Why another model failed, on one line: it may include an engine's last output. */
export function whyFailed({ code, params }: Failure, say: Say): string {
  return visibleName(say(`error.${code}`, params).replaceAll(/\s+/g, " "));
}

/** A dim line for a finished job. A critic's result is shown with its question. */
export function crewWhisper(job: Omit<CrewJob, "type">, say: Say): string {
  const { kind, outcome, used, callId, tokensIn, failure } = job;
  const facts = {
    who: whoOf(job, say),
    kind: visibleName(kind),
    call: callName.label(callId),
    tokens: tokensIn === undefined ? undefined : grouped(tokensIn),
    seconds: seconds(job.durationMs),
    why: failure && whyFailed(failure, say),
  };
  const told =
    outcome === "done" ? say(`crew.did.${jobKindOf(kind)}`, facts) : say(`crew.outcome.${outcome}`, facts);
  return `· ${told}${outcome === "done" && !used ? ` · ${say("crew.unused")}` : ""}`;
}

/** The job that another model does now. */
export function crewNow(job: LiveCrewJob, say: Say): string {
  const { kind, callId } = job;
  return say(`crew.now.${jobKindOf(kind)}`, {
    who: whoOf(job, say),
    call: callName.label(callId),
    kind: visibleName(kind),
  });
}

/** The other models' jobs: a sum for each model, and the newest jobs. */
export function crewLines(jobs: readonly CrewJobEntry[], say: Say): string[] {
  if (jobs.length === 0) return [say("crew.idle")];
  const { members } = crewSums(jobs);
  const sums = members.flatMap((sum) => {
    const { tokensIn, tokensOut, savedTokens, savedMs } = sum;
    const facts = { count: sum.jobs, used: sum.used, seconds: seconds(sum.durationMs) };
    const tokens = { read: grouped(tokensIn ?? 0), written: grouped(tokensOut ?? 0) };
    return [
      `${whoOf(sum, say)}: ${say("crew.sum", facts)}`,
      ...(tokensIn === undefined && tokensOut === undefined ? [] : [`    ${say("crew.sum.tokens", tokens)}`]),
      ...(savedTokens === undefined
        ? []
        : [`    ${say("crew.sum.saved", { tokens: grouped(savedTokens) })}`]),
      ...(savedMs === undefined ? [] : [`    ${say("crew.sum.unwaited", { seconds: seconds(savedMs) })}`]),
    ];
  });
  return [...sums, ...jobs.slice(-mostListed).map((job) => `  ${crewWhisper(job, say)}`)];
}
