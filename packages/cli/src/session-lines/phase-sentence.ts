import type { EngineStatus, Progress } from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";

/** What the model is doing right now, in one line. */
export function phaseSentence({ phase, processed, total }: Progress, say: Say): string {
  if (phase === "prompt" && processed !== undefined && total !== undefined && total > 0) {
    const percent = Math.floor((100 * processed) / total);
    return say("phase.promptShare", { processed: grouped(processed), total: grouped(total), percent });
  }
  return say(`phase.${phase}`);
}

/** What the engine is doing, as long as it is not ready. */
export function engineSentence({ state, progress }: EngineStatus, say: Say): string | undefined {
  if (state !== "starting") return undefined;
  if (progress === undefined) return say("phase.loading");
  return say("phase.loadingShare", { percent: Math.floor(progress * 100) });
}

/** 41203 as `41,203`. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
