import type { SayAny } from "@kestrel/i18n";
import { type CrewJob, callName, type Failure, jobKindOf, type LiveCrewJob } from "@kestrel/protocol";
import type { Translate } from "../i18n/catalogue.ts";

type Worker = Pick<CrewJob, "role" | "model">;

/** A role and its model. */
export function whoIs({ role, model }: Worker, t: Translate): string {
  return t("crew.who", { role: t(`crew.role.${role}`), model });
}

/** A running job as a sentence. */
export function doing(job: LiveCrewJob, t: Translate): string {
  const { kind, callId } = job;
  return t(`crew.now.${jobKindOf(kind)}`, { who: whoIs(job, t), call: callName.label(callId), kind });
}

/** The result of a crew job as a sentence. */
export function didWhat(job: Omit<CrewJob, "type">, t: Translate): string {
  const { kind, outcome, used, callId, tokensIn, failure } = job;
  const why = failure && whyFailed(failure, t);
  const facts = {
    ...{
      who: whoIs(job, t),
      call: callName.label(callId),
      tokens: tokensIn,
      seconds: secondsOf(job.durationMs),
    },
    ...{ why, kind },
  };
  if (outcome !== "done") return t(`crew.outcome.${outcome}`, facts);
  const told = t(`crew.did.${jobKindOf(kind)}`, facts);
  return used ? told : `${told} · ${t("crew.unused")}`;
}

/** Why another model did nothing, as a sentence. */
export function whyFailed({ code, params }: Failure, t: Translate): string {
  return (t as SayAny)(`error.${code}`, params);
}

/** Seconds with one digit. */
export function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10;
}
