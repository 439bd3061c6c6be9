import type { EngineStatus } from "@kestrel/protocol/api";

/** Whether restarting an engine may help: not without something to start, nor when the model's file is gone. */
export function startsAgain({ source, failure }: EngineStatus): boolean {
  const isGone = failure?.code === "model_file_invalid" && failure.params?.reason === "not_found";
  return !isGone && (source !== undefined || failure === undefined);
}
