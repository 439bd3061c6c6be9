import type { ConfinementPlan } from "./plan-confinement.ts";

const noNetwork =
  /EAI_AGAIN|ENOTFOUND|ENETUNREACH|ECONNREFUSED|Connection refused|Couldn't connect to server|Could not resolve host|Temporary failure in name resolution|Network is unreachable|Cannot connect to the Docker daemon|Name or service not known/i;
/** A sealed file cannot be renamed over: "Device or resource busy". */
const readOnly = /Read-only file system|EROFS|could not write config file .*: Device or resource busy/i;

/** The end of an output, in UTF-16 units, where the reason stands. */
const lookedAt = 8_000;

/** What a failed command lacked in the sandbox, by its own words; undefined when it failed by itself or was not in one. */
export function blamedOnSandbox(
  plan: ConfinementPlan,
  output: string,
): "no network" | "read-only" | undefined {
  // What only looks wants neither; it may show such words.
  if (plan.kind !== "inside" || plan.confinement.readOnly) return undefined;
  const end = output.slice(-lookedAt);
  if (!plan.confinement.network && noNetwork.test(end)) return "no network";
  return readOnly.test(end) ? "read-only" : undefined;
}
