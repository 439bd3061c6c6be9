import type { Endpoint } from "@kestrel/core";
import type { ModelFacts } from "@kestrel/protocol/api";
import { isLoopback } from "@kestrel/text";

type Limit = NonNullable<ModelFacts["limits"]>[number];

/** A smaller window leaves a session little space beside its tools. Tokens. */
const smallWindow = 16_384;

/** The warnings that follow from a model's facts, for every kind of server. */
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

/** The effective window, in tokens: the loaded one, limited by the user's. When the server does not report one, the user's value counts. */
export function windowInUse({ window: wanted }: Endpoint, loaded: number | undefined): number | undefined {
  if (wanted === undefined || loaded === undefined) return loaded ?? wanted;
  return Math.min(wanted, loaded);
}
