import type { EngineStatus } from "@kestrel/protocol/api";

/** Whether starting an engine again may help: not where there is nothing to start, nor where the model's file is gone. */
export function startsAgain({ source, failure }: EngineStatus): boolean {
  const isGone = failure?.code === "model_file_invalid" && failure.params?.reason === "not_found";
  return !isGone && (source !== undefined || failure === undefined);
}
