import type { Progress } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";

/** The model's current phase, in one line. */
export function phaseSentence(progress: Progress, say: Say): string {
  const { phase, processed, total } = progress;
  if (phase === "outage") return inItsWords(outageSentence(progress, say), progress, say);
  if (phase === "prompt" && processed !== undefined && total !== undefined && total > 0) {
    const percent = Math.floor((100 * processed) / total);
    return say("phase.promptShare", { processed: grouped(processed), total: grouped(total), percent });
  }
  const { remainingMs } = progress;
  const sentence = say(`phase.${phase}`);
  if (remainingMs === undefined) return inItsWords(sentence, progress, say);
  const seconds = Math.ceil(remainingMs / 1000);
  return inItsWords(say("phase.askedAgain", { phase: sentence, seconds }), progress, say);
}

/** Appends the server's own message. */
function inItsWords(phase: string, { said }: Progress, say: Say): string {
  return said === undefined ? phase : say("phase.said", { phase, said });
}

/** Why the server is unavailable, and for how long. */
function outageSentence({ outage = "unreachable", elapsedMs = 0 }: Progress, say: Say): string {
  return say("phase.outage", { reason: say(`outage.${outage}`), seconds: Math.floor(elapsedMs / 1000) });
}

/** The engine's state, until it is ready. */
export function engineSentence({ state, progress }: EngineStatus, say: Say): string | undefined {
  if (state !== "starting") return undefined;
  if (progress === undefined) return say("phase.loading");
  return say("phase.loadingShare", { percent: Math.floor(progress * 100) });
}

/** 41203 as `41,203`. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
