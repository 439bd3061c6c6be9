import type { EngineStatus } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";

/** What is said once when a session begins whose model is not on this machine. */
export function elsewhereLine({ elsewhere }: EngineStatus, say: Say): string | undefined {
  return elsewhere === undefined ? undefined : say("model.elsewhere", { url: elsewhere });
}
