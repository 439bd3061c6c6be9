import type { EngineStatus } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";

/** Shown once when a session begins with a model on another machine. */
export function elsewhereLine({ elsewhere }: EngineStatus, say: Say): string | undefined {
  return elsewhere === undefined ? undefined : say("model.elsewhere", { url: elsewhere });
}
