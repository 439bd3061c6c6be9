import type { Endpoint } from "@kestrel/core";
import type { ModelFacts } from "@kestrel/protocol/api";
import { isLoopback } from "@kestrel/text";

type Limit = NonNullable<ModelFacts["limits"]>[number];

/** Below this a session has little room beside its tools. Tokens. */
const smallWindow = 16_384;

/** The hints that follow from what is known of a model, whichever server has it. */
export function modelLimits(
  endpoint: Endpoint,
  window: number | undefined,
  more: readonly Limit[] = [],
): Limit[] {
  const limits: Limit[] = [...more];
  if (window === undefined) limits.push("window_unknown");
  if (window !== undefined && window < smallWindow) limits.push("window_small");
  // The server was started with a smaller window than the settings ask for; its window counts.
  if (window !== undefined && endpoint.window !== undefined && window < endpoint.window)
    limits.push("window_less");
  if (endpoint.cpuEngine) limits.push("cpu_engine");
  if (!isLoopback(endpoint.url)) limits.push("elsewhere");
  return limits;
}

/**
 * The window that counts, in tokens: what the server has loaded, and no more than the user wants of it. Where the server does
 * not tell, the user's word is taken.
 */
export function windowInUse({ window: wanted }: Endpoint, loaded: number | undefined): number | undefined {
  if (wanted === undefined || loaded === undefined) return loaded ?? wanted;
  return Math.min(wanted, loaded);
}
